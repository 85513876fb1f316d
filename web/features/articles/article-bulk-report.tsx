import { Plural, useLingui } from '@lingui/react/macro'
import { ARTICLE_LIMITS } from '#contract/article-fields.ts'
import { paths } from '../../paths.ts'
import { BulkReport as Report } from '../../entity/bulk-report.tsx'
import { type BulkReport, useBulkDone } from './article-bulk-words.ts'

/** What a bulk action did and did not do, article by article. */
export function ArticleBulkReport({ report, onClose }: { report: BulkReport; onClose: () => void }) {
  const { t } = useLingui()
  const doneText = useBulkDone()
  const { action, done, left, failed, undo } = report
  const tooMany = t`It would have more than ${ARTICLE_LIMITS.terms} tags.`
  return (
    <Report
      title={<Plural value={left} one="# article was left as it was" other="# articles were left as they were" />}
      label={t`Articles that were left as they were`}
      said={done > 0 ? doneText(action, done, undefined) : undefined}
      failed={failed.map((one) => (one.code === 'too_large' && action === 'addTags' ? { ...one, why: tooMany } : one))}
      more={left - failed.length}
      pathOf={paths.article}
      undo={undo}
      onClose={onClose}
    />
  )
}
