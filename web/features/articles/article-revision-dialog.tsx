import { Trans, useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ArticleFields } from '#contract/article-fields.ts'
import type { Revision, RevisionContent } from '#contract/articles.ts'
import { differing } from '../../entity/drafts/draft-merge.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { exactWords } from '../../ui/relative-time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { useRestoreRevision, useRevision } from './article-api.ts'
import { useArticle, useArticleForm, useWatched } from './article-form-context.ts'
import { useRefNames } from './article-refs.ts'
import { useArticleProblemText } from './article-words.ts'
import { CompareDialog } from './compare/compare-dialog.tsx'
import { CompareFrame } from './compare/compare-frame.tsx'
import { ComparedFields } from './compare/compared-fields.tsx'

type Other = 'previous' | 'now'
/** `previous`: the version before it; undefined for the first one. */
type Props = { id: string; revision: Revision; previous: Revision | undefined; onClose: () => void }

/** A version of the history: what it changed, and what has changed since. It can be made the newest. */
export function ArticleRevisionDialog({ id, revision, previous, onClose }: Props) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const { readOnly } = useArticleForm()
  const article = useArticle()
  const isNewest = revision.version === article?.version
  const [other, setOther] = useState<Other>(isNewest && previous ? 'previous' : 'now')
  const shown = useRevision(id, revision.id)
  const before = useRevision(id, other === 'previous' ? previous?.id : undefined)
  const problemText = useArticleProblemText()
  const restore = useRestore(id, revision, onClose)
  const failure = shown.error ?? (other === 'previous' ? before.error : null)
  const when = exactWords(new Date(revision.createdAt), i18n.locale, zone)
  return (
    <CompareDialog
      title={t`Version of ${when}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {!readOnly && !isNewest && (
            <Button onClick={() => void restore.run()} loading={restore.isPending} disabled={!shown.data}>
              <Trans>Make this the newest version</Trans>
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {previous && (
          <SegmentedControl
            size="xs"
            aria-label={t`Compare this version with`}
            value={other}
            onChange={(value) => setOther(value as Other)}
            style={{ alignSelf: 'flex-start' }}
            data={[
              { value: 'previous', label: t`What it changed` },
              { value: 'now', label: t`What has changed since` },
            ]}
          />
        )}
        {failure ? (
          <Text>{problemText(failure).sentence}</Text>
        ) : !shown.data || (other === 'previous' && !before.data) ? (
          <Skeleton height={240} />
        ) : other === 'previous' && before.data ? (
          <ChangesOfVersion before={before.data} after={shown.data} />
        ) : (
          <ChangesSince version={shown.data} />
        )}
      </Stack>
    </CompareDialog>
  )
}

function useRestore(id: string, revision: Revision, onClose: () => void) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const { session } = useArticleForm()
  const restore = useRestoreRevision()
  const problemText = useArticleProblemText()
  const when = exactWords(new Date(revision.createdAt), i18n.locale, zone)
  const run = async () => {
    try {
      // What is on the screen becomes history first.
      if (!(await session.save('save'))) return
      const version = session.get().article!.version
      session.accept(await restore.mutateAsync({ id, revision: revision.id, version }))
      notifyDone(t`The version of ${when} is the newest now; the one before stays in the history.`)
      onClose()
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  return { run, isPending: restore.isPending }
}

const versionOf = ({ content, refs }: RevisionContent) => ({ value: content, media: refs.media })

function ChangesOfVersion({ before, after }: { before: RevisionContent; after: RevisionContent }) {
  const { t } = useLingui()
  const [namesBefore, namesAfter] = [useRefNames(before), useRefNames(after)]
  const changed = differing<ArticleFields>(before.content, after.content)
  if (changed.length === 0)
    return (
      <Text>
        <Trans>This version changed no text and no field.</Trans>
      </Text>
    )
  return (
    <CompareFrame labels={{ before: t`Version before`, after: t`This version` }}>
      <ComparedFields
        fields={changed}
        versions={{
          before: { ...versionOf(before), names: namesBefore },
          after: { ...versionOf(after), names: namesAfter },
        }}
      />
    </CompareFrame>
  )
}

function ChangesSince({ version }: { version: RevisionContent }) {
  const { t } = useLingui()
  const { names } = useArticleForm()
  const article = useArticle()
  const { fields } = useWatched((state) => ({ fields: state.fields }))
  const formerNames = useRefNames(version)
  const changed = differing<ArticleFields>(version.content, fields)
  if (changed.length === 0)
    return (
      <Text>
        <Trans>The article is the same now as it was in this version.</Trans>
      </Text>
    )
  return (
    <CompareFrame labels={{ before: t`This version`, after: t`Now` }}>
      <ComparedFields
        fields={changed}
        versions={{
          before: { ...versionOf(version), names: formerNames },
          after: { value: fields, names, media: article?.refs.media ?? [] },
        }}
      />
    </CompareFrame>
  )
}
