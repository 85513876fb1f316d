import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { notifyDone, notifyFailure, offerUndo } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { formDrafts } from './draft-store.ts'
import { useDraftOwner } from './use-draft.tsx'

type Props<Copy> = {
  /** What is shown, by names of their own; read again when this changes. */
  of: string
  read: () => Promise<ReadonlyMap<string, Copy>>
  keep: (name: string, copy: Copy) => unknown
  drop: (name: string) => unknown
  titleOf: (copy: Copy) => string
  onCopy: (copy: Copy) => unknown
}

/** Texts that were not saved and whose fields cannot be opened any more, to be taken along. Nothing where there are none. */
export function DraftTexts<Copy extends { at: string }>({ of, read, keep, drop, titleOf, onCopy }: Props<Copy>) {
  const { t } = useLingui()
  const [copies, setCopies] = useState<ReadonlyMap<string, Copy>>(new Map())
  const readNow = useEffectEvent(read)
  useEffect(() => {
    let isHere = true
    void readNow().then((found) => {
      if (isHere) setCopies(found)
    })
    return () => {
      isHere = false
    }
  }, [of])
  const discard = (name: string, one: Copy) => {
    void drop(name)
    setCopies((before) => new Map([...before].filter(([other]) => other !== name)))
    offerUndo(t`The text is discarded`, () => {
      void keep(name, one)
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
            <div style={{ minWidth: 0 }}>
              <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                {titleOf(one) || t`Text without a title`}
              </Text>
              <Text size="xs" c="dimmed">
                <RelativeTime value={one.at} />
              </Text>
            </div>
            <Group gap="xs" justify="flex-end" style={{ flexShrink: 0 }}>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconCopy size={14} />}
                onClick={() => void onCopy(one)}
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

/** Puts something on the clipboard and says so, or that the browser refused it. */
export function useCopied() {
  const { t } = useLingui()
  return async (write: () => Promise<void>) => {
    try {
      await write()
      notifyDone(t`Copied`)
    } catch {
      notifyFailure(t`The browser did not allow copying`)
    }
  }
}

/** What was typed into the form of an item, and into its parts, where the item is not there or may not be opened. */
export function FormDraftTexts({ draftKey }: { draftKey: string }) {
  const owner = useDraftOwner()
  const copied = useCopied()
  if (!owner) return null
  return (
    <DraftTexts
      of={`${owner}/${draftKey}`}
      read={async () => {
        const found = await formDrafts.readAll(owner, draftKey)
        const isAsked = (rest: string) => rest === '' || rest.startsWith('/')
        return new Map([...found].filter(([rest, { fields }]) => isAsked(rest) && linesOf(fields).length > 0))
      }}
      keep={(rest, copy) => formDrafts.keep(owner, draftKey + rest, copy)}
      drop={(rest) => formDrafts.drop(owner, draftKey + rest)}
      titleOf={({ fields }) => linesOf(fields)[0] ?? ''}
      onCopy={({ fields }) => copied(() => navigator.clipboard.writeText(linesOf(fields).join('\n')))}
    />
  )
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The words in the values of fields: not what only names an item or a kind. */
function linesOf(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' || ID.test(value) ? [] : [value.trim()]
  if (Array.isArray(value)) return value.flatMap(linesOf)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, part]) => (name === 'kind' ? [] : linesOf(part)))
}
