import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { RestoredNotice } from '../../entity/drafts/restored-notice.tsx'
import { offerUndo } from '../../ui/notify.tsx'
import { exactWords } from '../../ui/relative-time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { useArticleForm, useWatched } from './article-form-context.ts'
import { dropLocalCopyAside, type LocalCopy, readLocalCopy, setLocalCopyAside } from './article-local-copy.ts'

/** Text of an earlier visit that never reached the server: back in its fields, unless something else is typed already. */
export function ArticleKeptText() {
  const { t } = useLingui()
  const { me, session } = useArticleForm()
  const { restored } = useWatched((state) => ({ restored: state.restored }))
  const [opened] = useState(() => session.get().article?.id)
  const [aside, setAside] = useState<LocalCopy>()
  useEffect(() => {
    let isHere = true
    void readLocalCopy(me.id, opened).then(async (copy) => {
      if (!isHere || !copy || Object.keys(copy.fields).length === 0) return
      if (!session.get().dirty) {
        session.restore(copy)
        return dropLocalCopyAside(me.id, opened)
      }
      await setLocalCopyAside(me.id, opened, copy)
      setAside(copy)
    })
    return () => {
      isHere = false
    }
  }, [me.id, opened, session])
  if (aside)
    return (
      <KeptQuestion
        at={aside.at}
        onAnswer={(wanted) => {
          if (wanted) session.restore(aside, { overTyped: true })
          setAside(undefined)
          void dropLocalCopyAside(me.id, opened)
        }}
      />
    )
  return (
    restored && (
      <RestoredNotice
        at={restored.at}
        onUndo={() => offerUndo(t`The text from your earlier visit is removed`, session.undoRestore())}
        onClose={() => session.forgetRestored()}
      />
    )
  )
}

/** Something else is typed already: whether the kept text is wanted is for the person to say. */
function KeptQuestion({ at, onAnswer }: { at: string; onAnswer: (wanted: boolean) => void }) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const when = exactWords(new Date(at), i18n.locale, zone)
  return (
    <Alert
      icon={<IconDeviceFloppy size={18} />}
      color="yellow"
      title={t`Text from ${when} was not saved, but kept in this browser`}
    >
      <Group gap="xs" mt={4}>
        <Button size="compact-sm" onClick={() => onAnswer(true)}>
          <Trans>Restore it</Trans>
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onAnswer(false)}>
          <Trans>Discard it</Trans>
        </Button>
      </Group>
    </Alert>
  )
}
