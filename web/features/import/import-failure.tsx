import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ImportRun } from '#contract/import.ts'
import type { ImportFailure } from '#contract/import-reasons.ts'
import { ImportAgain } from './import-again.tsx'

const sentences: Record<ImportFailure, MessageDescriptor> = {
  other_file: msg`This is no export file of WordPress, or other text precedes its first line. In WordPress, choose Tools → Export → All content.`,
  malformed_file: msg`The file is not well-formed. Correct it, or export it again.`,
  file_too_complex: msg`Reading the file needs more time or memory than an import may use. Export the site in parts.`,
  file_gone: msg`The uploaded file is no longer on the server. Choose it again.`,
  process_ended: msg`The server stopped in the middle of it. It was not tried again by itself, because the file may be the cause.`,
  not_allowed: msg`The account that started it may not import any more.`,
  refused: msg`The server refused something that the import needs.`,
  unexpected: msg`Something unexpected went wrong.`,
}

/** Why an import failed, with the server's own words where they say more, and how to go on. */
export function ImportFailed({ run }: { run: ImportRun }) {
  const { t, i18n } = useLingui()
  const { failure, error } = run
  const saysMore = !failure || failure === 'malformed_file' || failure === 'refused' || failure === 'unexpected'
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title={t`The import stopped, and nothing was changed`}
    >
      <Stack gap="sm">
        {failure && <Text>{i18n._(sentences[failure])}</Text>}
        {saysMore && (
          <Text size={failure ? 'sm' : undefined} style={{ overflowWrap: 'anywhere' }}>
            {error}
          </Text>
        )}
        {run.fileKeptUntil && (
          <ImportAgain run={run} dryRun={run.dryRun}>
            <Trans>Start it again</Trans>
          </ImportAgain>
        )}
      </Stack>
    </Alert>
  )
}
