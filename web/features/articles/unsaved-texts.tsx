import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { offerUndo } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useCopyText } from './article-copy-text.ts'
import { dropLocalCopy, keepLocalCopy, type LocalCopy, readLocalCopies } from './article-local-copy.ts'

type Props = {
  user: string
  /** Only what was typed into this one. */
  article?: string | undefined
}

/** For who may not open the articles any more: texts that were not saved, to be taken along. Nothing where there are none. */
export function UnsavedTexts({ user, article }: Props) {
  const { t } = useLingui()
  const copyText = useCopyText()
  const [copies, setCopies] = useState<ReadonlyMap<string, LocalCopy>>(new Map())
  useEffect(() => {
    const isAsked = (name: string) => article === undefined || name.split('/')[0] === article
    void readLocalCopies(user).then((all) => setCopies(new Map([...all].filter(([name]) => isAsked(name)))))
  }, [user, article])
  const discard = (name: string, one: LocalCopy) => {
    void dropLocalCopy(user, name)
    setCopies((before) => new Map([...before].filter(([other]) => other !== name)))
    offerUndo(t`The text is discarded`, () => {
      void keepLocalCopy(user, name, one)
      setCopies((before) => new Map([...before, [name, one]]))
    })
  }
  if (copies.size === 0) return null
  return (
    <Paper withBorder p="md" component="section" aria-label={t`Texts that were not saved`}>
      <Text fw={600}>
        <Trans>Texts that were not saved</Trans>
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>
          They are kept in this browser for 30 days, and are back in their fields when you may open them again.
        </Trans>
      </Text>
      <Stack gap="xs" mt="sm">
        {[...copies].map(([name, one]) => (
          <Group key={name} justify="space-between">
            <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {one.fields.title || t`Text without a title`}
              <Text size="xs" c="dimmed">
                <RelativeTime value={one.at} />
              </Text>
            </Text>
            <Group gap="xs" justify="flex-end" style={{ flexShrink: 0 }}>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconCopy size={14} />}
                onClick={() => void copyText(one.fields)}
              >
                <Trans>Copy the text</Trans>
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => discard(name, one)}>
                <Trans>Discard it</Trans>
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
