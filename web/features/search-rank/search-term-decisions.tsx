import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, List, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { TERM_MAX } from '#contract/events.ts'
import { PINS_MAX, type SearchTerm } from '#contract/search-rank.ts'
import { EntityPicker } from '../../entity/entity-picker.tsx'
import type { PickerOption } from '../../ui/picker-option.ts'
import type { TermActions } from './search-rank-actions.tsx'
import { searchPublished } from './search-rank-api.ts'
import classes from './search-rank.module.css'

type Props = { page: SearchTerm; actions: TermActions }
const idsOf = (options: readonly PickerOption[]) => options.map(({ id }) => id)

/** Pins and synonyms, and what comes of them. */
export function SearchTermDecisions({ page, actions }: Props) {
  const { can } = page
  return (
    <>
      <Pins key={page.term} page={page} actions={actions} />
      <Synonyms page={page} actions={actions} />
      <section>
        <h3>
          <Trans>What this does</Trans>
        </h3>
        <List size="sm" c="dimmed" spacing={4}>
          <List.Item>
            <Trans>Pinned articles come first in your site’s search for this term, in this order.</Trans>
          </List.Item>
          <List.Item>
            <Trans>Synonyms find the same articles, and their figures are added up here.</Trans>
          </List.Item>
          <List.Item>
            <Trans>A hidden term is neither ranked nor suggested to readers. They can still search for it.</Trans>
          </List.Item>
        </List>
        {!can.write && (
          <Text size="sm" mt="xs">
            <Trans>Only administrators and editors decide about search terms.</Trans>
          </Text>
        )}
      </section>
    </>
  )
}

function Pins({ page: { term, pins, can }, actions }: Props) {
  const { t } = useLingui()
  /** Chosen, and not saved yet: what is chosen next comes on top of it. */
  const [chosen, setChosen] = useState<PickerOption[]>()
  const [error, setError] = useState<string>()
  const latest = useRef<PickerOption[]>(undefined)
  const shown =
    chosen ??
    pins.map(({ id, title, isPublished }) => ({ id, label: isPublished ? title : t`${title} (no longer published)` }))
  const save = async (next: PickerOption[]) => {
    latest.current = next
    setChosen(next)
    setError(undefined)
    const failure = await actions.pin(term, idsOf(next), idsOf(shown))
    if (failure !== undefined) setError(failure)
    if (latest.current === next) setChosen(undefined)
  }
  return (
    <section>
      <h3>
        <Trans>Pinned articles</Trans>
      </h3>
      <EntityPicker
        label={t`Pinned articles`}
        hideLabel
        ordered
        canCreate={false}
        most={PINS_MAX}
        disabled={!can.write}
        placeholder={t`Find a published article`}
        noneText={t`No published articles yet.`}
        search={searchPublished}
        error={error}
        value={shown}
        onChange={(next) => void save(next)}
      />
    </section>
  )
}

function Synonyms({ page: { term, synonyms, can }, actions }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const synonym = typed.trim()
    if (!synonym) return
    const failure = await actions.addSynonym(term, synonym)
    setError(failure)
    if (failure === undefined) setTyped('')
  }
  return (
    <section>
      <h3>
        <Trans>Synonyms</Trans>
      </h3>
      {synonyms.length > 0 && (
        <ul className={classes.synonyms}>
          {synonyms.map((synonym) => (
            <li key={synonym}>
              <span>{synonym}</span>
              {can.write && (
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  aria-label={t`Remove the synonym “${synonym}”`}
                  onClick={() => void actions.removeSynonym(synonym)}
                >
                  <IconX size={12} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {can.write ? (
        <form onSubmit={(event) => void add(event)}>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              aria-label={t`New synonym`}
              placeholder={t`Another word with the same meaning`}
              maxLength={TERM_MAX}
              value={typed}
              error={error}
              onChange={(event) => {
                setTyped(event.currentTarget.value)
                setError(undefined)
              }}
              style={{ flex: 1 }}
            />
            <Button type="submit" variant="default" disabled={!typed.trim()} loading={actions.busy}>
              <Trans>Add</Trans>
            </Button>
          </Group>
        </form>
      ) : (
        synonyms.length === 0 && (
          <Text size="sm" c="dimmed">
            <Trans>None</Trans>
          </Text>
        )
      )}
    </section>
  )
}
