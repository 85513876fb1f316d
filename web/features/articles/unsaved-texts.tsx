import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type LocalCopy, readLocalCopies } from './article-local-copy.ts'

/** For who may not open the articles any more: texts that were not saved, to be taken along. Nothing where there are none. */
export function UnsavedTexts({ user }: { user: string }) {
  const { t } = useLingui()
  const [copies, setCopies] = useState<ReadonlyMap<string, LocalCopy>>(new Map())
  useEffect(() => {
    void readLocalCopies(user).then(setCopies)
  }, [user])
  const copy = async ({ fields: { title, subtitle, body } }: LocalCopy) => {
    const html = `${[title, subtitle].map((line) => (line ? `<p>${escaped(line)}</p>` : '')).join('')}${body ?? ''}`
    try {
      const part = (type: string, text: string) => ({ [type]: new Blob([text], { type }) })
      await navigator.clipboard.write([
        new ClipboardItem({ ...part('text/html', html), ...part('text/plain', plain(html)) }),
      ])
      notifyDone(t`Copied`)
    } catch {
      notifyFailure(t`The browser did not allow copying`)
    }
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
          <Group key={name} justify="space-between" wrap="nowrap">
            <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {one.fields.title || t`Text without a title`}
              <Text size="xs" c="dimmed">
                <RelativeTime value={one.at} />
              </Text>
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              style={{ flexShrink: 0 }}
              leftSection={<IconCopy size={14} />}
              onClick={() => void copy(one)}
            >
              <Trans>Copy the text</Trans>
            </Button>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}

const escaped = (text: string) => new Option(text).innerHTML

/** A line for each block. */
function plain(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const block of page.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li, blockquote, pre, tr, figcaption, br'))
    block.after('\n')
  return page.body.textContent.trim()
}
