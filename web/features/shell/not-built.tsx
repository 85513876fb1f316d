import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { IconTools } from '@tabler/icons-react'
import { ScreenMessage } from './screen-message.tsx'
import type { ScreenInfo } from './screens.ts'

/** A screen that is not built yet says so in one honest sentence. */
export function NotBuilt({ screen }: { screen: ScreenInfo }) {
  const { i18n } = useLingui()
  return (
    <ScreenMessage icon={<IconTools size={36} stroke={1.4} />} title={i18n._(screen.label)}>
      <Text>
        <Trans>This screen is not built yet.</Trans>
      </Text>
      {screen.will && <Text c="dimmed">{i18n._(screen.will)}</Text>}
    </ScreenMessage>
  )
}
