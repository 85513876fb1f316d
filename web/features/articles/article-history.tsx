import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { articleActions } from '#contract/article-actions.ts'
import type { Revision } from '#contract/articles.ts'
import { VersionList } from '../../entity/version-list.tsx'
import { useRevisions } from './article-api.ts'
import { useArticle } from './article-form-context.ts'
import { ArticleRevisionDialog } from './article-revision-dialog.tsx'
import { useArticleProblemText } from './article-words.ts'

const reasons: Record<Revision['reason'], MessageDescriptor> = {
  create: msg`Created`,
  save: msg`Saved`,
  autosave: msg`Saved automatically`,
  beforeChoice: msg`Own version, before choosing from two`,
  choice: msg`Chosen from two versions`,
  restore: msg`Restored`,
  import: msg`Imported`,
  submit: msg`Submitted for review`,
  withdraw: msg`Back in editing`,
  return: msg`Returned to the writer`,
  schedule: msg`Scheduled`,
  publish: msg`Published`,
  discard: msg`Changes discarded`,
  unpublish: msg`Unpublished`,
  archive: msg`Archived`,
  trash: msg`Moved to trash`,
}

/** Every version there was, newest first; any can be compared and restored. */
export function ArticleHistory() {
  const article = useArticle()
  if (!article)
    return (
      <Text size="sm" c="dimmed">
        <Trans>The history begins with the first save.</Trans>
      </Text>
    )
  return <Revisions id={article.id} current={article.version} />
}

/** Whether it took a scheduled article back to draft: then no one returned it. */
function endsSchedule({ reason, version }: Revision, all: readonly Revision[]): boolean {
  if (reason !== 'return') return false
  const before = all.filter((one) => one.version < version).find((one) => one.reason in articleActions)
  return before?.reason === 'schedule'
}

function Revisions({ id, current }: { id: string; current: number }) {
  const { t } = useLingui()
  const revisions = useRevisions(id)
  const problemText = useArticleProblemText()
  return (
    <VersionList
      versions={revisions.data?.items}
      problem={revisions.isError ? problemText(revisions.error).sentence : null}
      nameOf={(revision) =>
        t(endsSchedule(revision, revisions.data?.items ?? []) ? msg`Schedule cancelled` : reasons[revision.reason])
      }
      isCurrent={({ version }) => version === current}
      dialog={(opened, previous, onClose) => <ArticleRevisionDialog {...{ id, previous, onClose }} revision={opened} />}
    />
  )
}
