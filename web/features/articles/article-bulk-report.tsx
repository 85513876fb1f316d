import { Plural, useLingui } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { BulkReport as Report } from '../../entity/bulk-report.tsx'
import { type BulkReport, useBulkDone } from './article-bulk-run.ts'

/** What a bulk action did and did not do, article by article. */
export function ArticleBulkReport({ report, onClose }: { report: BulkReport; onClose: () => void }) {
  const { t } = useLingui()
  const doneText = useBulkDone()
  const failed = report.results.filter(({ ok }) => !ok)
  const done = report.results.length - failed.length
  return (
    <Report
      title={
        <Plural value={failed.length} one="# article was left as it was" other="# articles were left as they were" />
      }
      label={t`Articles that were left as they were`}
      said={done > 0 ? doneText(report.action, done, undefined) : undefined}
      failed={failed}
      pathOf={paths.article}
      undo={report.undo}
      onClose={onClose}
    />
  )
}
