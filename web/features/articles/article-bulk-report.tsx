import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useCodeText } from '../../api/problem-text.tsx'
import { paths } from '../../paths.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { type BulkReport, useBulkDone } from './article-bulk-run.ts'

/** What a bulk action did and did not do, article by article. */
export function ArticleBulkReport({ report, onClose }: { report: BulkReport; onClose: () => void }) {
  const { t } = useLingui()
  const codeText = useCodeText()
  const doneText = useBulkDone()
  const failed = report.results.filter(({ ok }) => !ok)
  const done = report.results.length - failed.length
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        <Plural value={failed.length} one="# article was left as it was" other="# articles were left as they were" />
      }
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">
        {done > 0 && <Text size="sm">{doneText(report.action, done, undefined)}.</Text>}
        <Table.ScrollContainer minWidth={240} mah={360}>
          <Table aria-label={t`Articles that were left as they were`} fz="sm" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>
                  <Trans>Title</Trans>
                </Table.Th>
                <Table.Th>
                  <Trans>Why</Trans>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {failed.map(({ id, title, code }) => (
                <Table.Tr key={id}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    <Anchor component={ScreenLink} inherit to={paths.article(id)} onFollow={onClose}>
                      {title || t`Untitled`}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>{codeText(code ?? 'unexpected')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Group justify="flex-end" gap="xs">
          {report.undo && (
            <Button
              variant="default"
              onClick={() => {
                report.undo?.()
                onClose()
              }}
            >
              <Trans>Undo the rest</Trans>
            </Button>
          )}
          <Button onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
