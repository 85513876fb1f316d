import { Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { notifyFailure } from '../../ui/notify.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import classes from './article-edit.module.css'
import { faultId, firstField } from './article-field-ids.ts'
import { fieldLabels } from './article-field-labels.ts'
import { type SectionProps, useArticle, useArticleForm, useWatched } from './article-form-context.ts'
import { useArticleProblemText } from './article-words.ts'
import { dateFormat } from '../../ui/formats.ts'

/** Where what was typed is now, in honest words; a field that is held back for its fault is named and led to. */
export function ArticleSaved({ jumpTo }: SectionProps) {
  const { t } = useLingui()
  const { session, me } = useArticleForm()
  const { kind, conflict, heldBack } = useWatched(({ save, conflict, faults }) => ({
    kind: save.kind,
    conflict,
    heldBack: firstField(faults),
  }))
  return (
    <span className={classes.saved} role="status" data-kind={conflict || heldBack ? 'failed' : kind}>
      {conflict ? (
        <>
          <span className={classes.savedWords}>
            {conflict.theirs.updatedBy?.id === me.id ? (
              <Trans>Not saved: you changed this in another tab</Trans>
            ) : (
              <Trans>Not saved: someone else changed this</Trans>
            )}
          </span>{' '}
          <UnstyledButton className={classes.again} onClick={() => session.compare()}>
            <Trans>Compare</Trans>
          </UnstyledButton>
        </>
      ) : heldBack && kind !== 'saving' ? (
        <>
          <span className={classes.savedWords}>
            <Trans>Saved here; to be corrected:</Trans>
          </span>{' '}
          <UnstyledButton className={classes.again} onClick={() => jumpTo(faultId(heldBack))}>
            {t(fieldLabels[heldBack])}
          </UnstyledButton>
        </>
      ) : (
        <SavedWords />
      )}
    </span>
  )
}

function SavedWords() {
  const { i18n } = useLingui()
  const { session } = useArticleForm()
  const { save } = useWatched((state) => ({ save: state.save }))
  const zone = useTimeZone()
  const problemText = useArticleProblemText()
  const isInTrash = Boolean(useArticle()?.deletedAt)
  const tryAgain = async () => {
    if (await session.save('save')) return
    const now = session.get()
    if (now.conflict || now.save.kind !== 'failed') return
    const { sentence, requestId } = problemText(now.save.error)
    notifyFailure(sentence, requestId)
  }
  switch (save.kind) {
    case 'unchanged':
      return null
    case 'here':
      return <Trans>Saved here</Trans>
    case 'saving':
      return <Trans>Saving…</Trans>
    case 'saved': {
      const time = dateFormat(i18n.locale, { timeStyle: 'short', timeZone: zone }).format(new Date(save.at))
      return <Trans>Saved {time}</Trans>
    }
    case 'failed': {
      // It is saved with what restores it; before that, trying again leads nowhere.
      if (isInTrash)
        return (
          <span className={classes.savedWords}>
            <Trans>Not saved: it is in the trash</Trans>
          </span>
        )
      const { sentence } = problemText(save.error)
      return (
        <>
          {save.error.code === 'offline' ? (
            <span className={classes.savedWords}>
              <Trans>Not saved: offline</Trans>
            </span>
          ) : (
            <span className={classes.savedWords} title={sentence}>
              <Trans>Not saved. {sentence}</Trans>
            </span>
          )}{' '}
          <UnstyledButton className={classes.again} onClick={() => void tryAgain()}>
            <Trans>Try again</Trans>
          </UnstyledButton>
        </>
      )
    }
  }
}
