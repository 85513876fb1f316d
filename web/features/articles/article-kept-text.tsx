import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group } from '@mantine/core'
import { IconCopy, IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ArticleFields } from '#contract/article-fields.ts'
import type { ApiError } from '../../api/call.ts'
import { RestoredNotice } from '../../entity/drafts/restored-notice.tsx'
import { offerUndo } from '../../ui/notify.tsx'
import { exactWords } from '../../ui/relative-time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useCopyText } from './article-copy-text.ts'
import { useArticleForm, useWatched } from './article-form-context.ts'
import { dropNamedCopy, keepNamedCopy, type NamedCopy, readLocalCopiesOf } from './article-local-copy.ts'

/** Refusals that trying again does not change. */
const LASTING: ReadonlySet<ApiError['code']> = new Set(['not_found', 'forbidden'])

/** Text of an earlier visit that never reached the server: back in its fields, unless something else is typed already. */
export function ArticleKeptText() {
  const { t } = useLingui()
  const { me, session, readOnly, copyOwner } = useArticleForm()
  const { restored, dirty, isRefused } = useWatched(({ restored: back, dirty: unsaved, save }) => ({
    restored: back,
    dirty: unsaved,
    isRefused: save.kind === 'failed' && LASTING.has(save.error.code),
  }))
  const [opened] = useState(() => session.get().article?.id)
  const [found, setFound] = useState<NamedCopy[]>([])
  const [aside, setAside] = useState<NamedCopy[]>([])
  useEffect(() => {
    let isHere = true
    void readLocalCopiesOf(me.id, opened, copyOwner).then((copies) => {
      if (isHere) setFound(copies)
    })
    return () => {
      isHere = false
    }
  }, [me.id, opened, copyOwner])
  useEffect(() => {
    const bringBack = async (first: NamedCopy) => {
      const isFree = !session.get().dirty
      if (isFree) {
        session.restore(first.copy)
        // From now on it is kept as what is typed here.
        session.hold()
        await dropNamedCopy(me.id, first.name)
      }
      setAside(isFree ? found.slice(1) : found)
      setFound([])
    }
    if (found[0] && !readOnly) void bringBack(found[0])
  }, [found, readOnly, me.id, session])
  if (readOnly || isRefused)
    return (
      (dirty || found.length > 0) && (
        <NotSaved isRefused={!readOnly} copied={() => (dirty ? session.get().fields : found[0]!.copy.fields)} />
      )
    )
  const [question, ...later] = aside
  if (question)
    return (
      <KeptQuestion
        at={question.copy.at}
        onAnswer={(wanted) => {
          const replaced = wanted ? session.restore(question.copy, { overTyped: true }) : undefined
          session.hold()
          // What it replaced is no less mine, and has its place.
          const offeredNext = replaced && { name: question.name, copy: replaced }
          setAside([...later, ...(offeredNext ? [offeredNext] : [])])
          void (offeredNext ? keepNamedCopy(me.id, offeredNext) : dropNamedCopy(me.id, question.name))
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

/** Where the article may only be read by now, or not even that: what was typed before is not lost, and can be taken along. */
function NotSaved({ isRefused, copied }: { isRefused: boolean; copied: () => Partial<ArticleFields> }) {
  const { t } = useLingui()
  const copyText = useCopyText()
  return (
    <Alert icon={<IconDeviceFloppy size={18} />} color="yellow" title={t`What you typed is not saved`}>
      {isRefused && (
        <>
          <Trans>You can no longer change this article, or it was deleted.</Trans>
          <SentenceGap />
        </>
      )}
      <Trans>The text is kept in this browser, and is saved when you can change the article again.</Trans>
      <Group mt={8}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={14} />}
          onClick={() => void copyText(copied())}
        >
          <Trans>Copy the text</Trans>
        </Button>
      </Group>
    </Alert>
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
