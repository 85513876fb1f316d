import { useScreen } from '../../ui/screen.tsx'
import classes from './import.module.css'
import { useCleanUpUndoUnderWay } from './import-api.ts'
import { ImportReport } from './import-report.tsx'
import { ImportStart } from './import-start.tsx'

/** Brings a WordPress or Ghost site in: choose the file, watch, read the report. The report has an address of its own. */
export function ImportPage() {
  useCleanUpUndoUnderWay()
  const { search } = useScreen()
  const run = new URLSearchParams(search).get('run')
  return <div className={classes.page}>{run ? <ImportReport key={run} id={run} /> : <ImportStart />}</div>
}
