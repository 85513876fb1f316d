import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCodeText } from '../api/problem-text.tsx'
import { ScreenLink } from '../ui/screen-link.tsx'

type Props = {
  /** How many were left as they were. */
  title: ReactNode
  /** Names the table of them. */
  label: string
  /** What was done to the others, as a sentence without its full stop. */
  said: string | undefined
  /** `why`: in words, where more is known than the code says. */
  failed: readonly { id: string; title: string; code: string | null; why?: string | undefined }[]
  /** How many more were left. */
  more?: number
  pathOf: (id: string) => string
  undo: (() => void) | undefined
  onClose: () => void
}

/** What a bulk action did and did not do, one by one. */
export function BulkReport({ title, label, said, failed, more = 0, pathOf, undo, onClose }: Props) {
  const { t } = useLingui()
  const codeText = useCodeText()
  return (
    <Modal opened onClose={onClose} size="lg" title={title} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack gap="md">
        {said && <Text size="sm">{said}.</Text>}
        <Table.ScrollContainer minWidth={240} mah={360}>
          <Table aria-label={label} fz="sm" verticalSpacing={6}>
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
              {failed.map(({ id, title: name, code, why }) => (
                <Table.Tr key={id}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    <Anchor component={ScreenLink} inherit to={pathOf(id)} onFollow={onClose}>
                      {name || t`Untitled`}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>{why ?? codeText(code ?? 'unexpected')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {more > 0 && (
          <Text size="sm" c="dimmed">
            <Plural value={more} one="# more is not listed." other="# more are not listed." />
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          {undo && (
            <Button
              variant="default"
              onClick={() => {
                undo()
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
