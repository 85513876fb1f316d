import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ImportRun } from '#contract/import.ts'
import type { ImportFailure, ImportFault } from '#contract/import-reasons.ts'
import { useCodeText } from '../../api/problem-text.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { ImportAgain } from './import-again.tsx'

const sentences: Record<ImportFailure, MessageDescriptor> = {
  other_file: msg`This is no export file of WordPress or Ghost, or other text precedes its first line. In WordPress, choose Tools → Export → All content; in Ghost, Settings → Import/Export → Export.`,
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
  const codeText = useCodeText()
  const { failure, fault, problem, error } = run
  const saysMore = !failure || failure === 'malformed_file' || failure === 'refused' || failure === 'unexpected'
  // That of wrong input speaks of fields, of which there are none here.
  const problemText = problem && problem !== 'invalid_input' ? codeText(problem) : error
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
            {fault ? <FaultText fault={fault} /> : problemText}
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

const faults: Record<ImportFault['code'], MessageDescriptor> = {
  tag_not_closed: msg`A tag is not closed, or another one is closed in its place.`,
  bare_ampersand: msg`An ampersand is not written as &amp;.`,
  unknown_entity: msg`XML does not know this entity.`,
  cut_off: msg`The file ends in the middle: something is cut off.`,
  control_character: msg`A character that XML does not allow.`,
  unknown_prefix: msg`The prefix of a name was not declared.`,
  document_type: msg`A document type is not allowed.`,
  encoding: msg`Only files in UTF-8 can be read; its encoding is:`,
  not_utf8: msg`From here on the text is not UTF-8.`,
  empty: msg`The file is empty.`,
  other_element: msg`An element that is not expected here:`,
  not_wordpress: msg`It was not written by WordPress.`,
  not_ghost: msg`It was not written by Ghost.`,
  not_json: msg`Here it is not JSON.`,
  too_deep: msg`The elements are nested too deeply.`,
  line_too_long: msg`One line is longer than can be read.`,
  too_large: msg`The file is too large. The most in MB:`,
  too_many_entries: msg`The file has too many entries. The most:`,
  not_xml: msg`It cannot be read as XML:`,
}

function FaultText({ fault: { code, line, column, value } }: { fault: ImportFault }) {
  const { i18n } = useLingui()
  return (
    <>
      <Trans>
        Line {line}, column {column}:
      </Trans>
      <SentenceGap />
      {i18n._(faults[code])}
      {value && (
        <>
          <SentenceGap />
          <code>{value}</code>
        </>
      )}
    </>
  )
}
