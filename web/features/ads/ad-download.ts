import { downloadFile } from '../../api/download-file.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyFailure } from '../../ui/notify.tsx'

/** Hands a file to the browser as a download, or says why there is none. */
export function useAdDownload(): typeof downloadFile {
  const problemText = useProblemText()
  return async (...asked) => {
    try {
      await downloadFile(...asked)
    } catch (failure) {
      const { fields, sentence, requestId } = problemText(failure)
      notifyFailure(Object.values(fields)[0] ?? sentence, requestId)
    }
  }
}
