import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Endpoint } from '#contract/endpoint.ts'
import { downloadFile } from '../api/download-file.ts'
import { useProblemText } from '../api/problem-text.tsx'
import { notifyFailure } from '../ui/notify.tsx'

/** Hands a file to the browser as a download, or says why there is none. */
export function useFileDownload(): typeof downloadFile {
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

type Props = {
  endpoint: Endpoint & { produces: 'text/csv' }
  /** What the list shows; the language of the console is added. */
  query: Record<string, unknown>
  /** Without its ending. */
  name: string
}

/** Behind the filters of a list: saves what matches as a file for a spreadsheet. */
export function ExportCsvButton({ endpoint, query, name }: Props) {
  const { i18n } = useLingui()
  const download = useFileDownload()
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      leftSection={<IconDownload size={14} />}
      onClick={() => void download(endpoint, { query: { ...query, locale: i18n.locale } }, `${name}.csv`)}
    >
      <Trans>Export CSV</Trans>
    </Button>
  )
}
