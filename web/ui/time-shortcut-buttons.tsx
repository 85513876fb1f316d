import { useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { clockParts, dateFormat } from './formats.ts'
import { type TimeShortcut, timeShortcuts } from './time-shortcuts.ts'
import { useTimeZone } from './time-zone.ts'

/** A click instead of a day and a time: today, tomorrow morning, Monday morning. `onPick` gets ISO 8601. */
export function TimeShortcutButtons({ onPick }: { onPick: (moment: string) => void }) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const [opened] = useState(() => new Date())
  const clock = (moment: Date) => dateFormat(i18n.locale, { timeZone: zone, ...clockParts(i18n.locale) }).format(moment)
  const wordsOf = ({ key, moment }: TimeShortcut) => {
    const time = clock(moment)
    if (key === 'today') return t`Today ${time}`
    return key === 'tomorrow' ? t`Tomorrow ${time}` : t`Next Monday ${time}`
  }
  return (
    <Group gap={6} role="group" aria-label={t`Often chosen times`}>
      {timeShortcuts(opened, zone).map((shortcut) => (
        <Button
          key={shortcut.key}
          size="compact-sm"
          variant="default"
          onClick={() => onPick(shortcut.moment.toISOString())}
        >
          {wordsOf(shortcut)}
        </Button>
      ))}
    </Group>
  )
}
