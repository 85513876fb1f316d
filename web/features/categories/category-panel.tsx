import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Divider, Group, Kbd, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { CategoryTreeItem } from '#contract/categories.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { FormFailure } from '../../entity/form-failure.tsx'
import { type CategoryTexts, changedTexts, type TypedTexts } from './category-texts.ts'
import type { CategoryEdit } from './category-tree-api.ts'
import type { Step } from './category-tree-rows.ts'

type Props = {
  item: CategoryTreeItem
  /** Names of everything above it. */
  above: string
  writable: boolean
  /** What is in the fields, and what it stands on. */
  typed: TypedTexts
  onType: (typed: TypedTexts | undefined) => void
  /** Which steps lead somewhere. */
  can: Readonly<Record<Step, boolean>>
  onSave: (body: CategoryEdit) => Promise<unknown>
  onStep: (step: Step) => void
  onAdd: (where: 'child' | 'sibling') => void
  onMoveTo: () => void
  onMerge: () => void
  onRemove: () => void
}

/** One category at the side of the tree: its texts, and all that can be done with it without a mouse. */
export function CategoryPanel({ item, above, writable, typed, onType, can, onSave, ...does }: Props) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { base, fields } = typed
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const changed = changedTexts(typed)
  const dirty = Object.keys(changed).length > 0
  const errors = failure ? problemText(failure).fields : {}

  const save = async (over: TypedTexts['base'] = base) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await onSave({ version: over.version, ...changed })
      onType(undefined)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const discard = () => {
    setFailure(undefined)
    onType(undefined)
  }
  const field = (name: keyof CategoryTexts) => ({
    value: fields[name],
    readOnly: !writable || busy,
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onType({ base, fields: { ...fields, [name]: event.currentTarget.value } }),
  })

  return (
    <Stack gap="md">
      <div>
        {above && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {above}
          </Text>
        )}
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {item.name}
        </Title>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack gap="sm">
          <TextInput label={t`Name`} maxLength={80} required={writable} withAsterisk={false} {...field('name')} />
          <TextInput label={t`Slug`} maxLength={120} required={writable} withAsterisk={false} {...field('slug')} />
          <Textarea label={t`Description`} maxLength={500} autosize minRows={2} maxRows={8} {...field('description')} />
          {failure !== undefined && Object.keys(errors).length === 0 && (
            <Alert color="red" role="alert">
              <FormFailure<TypedTexts['base']>
                error={failure}
                onTake={discard}
                onKeep={(current) => void save(current)}
              />
            </Alert>
          )}
          {writable && dirty && (
            <Group gap="xs">
              <Button type="submit" size="xs" loading={busy}>
                <Trans>Save texts</Trans>
              </Button>
              <Button size="xs" variant="default" onClick={discard}>
                <Trans>Discard</Trans>
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      {writable ? <Doings can={can} {...does} /> : <ReadOnly />}
    </Stack>
  )
}

function ReadOnly() {
  return (
    <Text size="sm" c="dimmed">
      <Trans>Editors and administrators arrange categories. You can look at them.</Trans>
    </Text>
  )
}

function Doings({
  can,
  onStep,
  onAdd,
  onMoveTo,
  onMerge,
  onRemove,
}: Pick<Props, 'can' | 'onStep' | 'onAdd' | 'onMoveTo' | 'onMerge' | 'onRemove'>) {
  const { t } = useLingui()
  const moves: [Step, string, string][] = [
    ['up', t`Up`, 'Alt ↑'],
    ['down', t`Down`, 'Alt ↓'],
    ['out', t`One level out`, 'Alt ←'],
    ['in', t`Into the one above`, 'Alt →'],
  ]
  return (
    <>
      <Divider />
      <Stack gap="xs" role="group" aria-label={t`Move`}>
        <Text size="sm" fw={600} aria-hidden>
          <Trans>Move</Trans>
        </Text>
        <Group gap={6}>
          {moves.map(([step, label, key]) => (
            <Button
              key={step}
              size="compact-sm"
              variant="default"
              disabled={!can[step]}
              rightSection={<Kbd size="xs">{key}</Kbd>}
              onClick={() => onStep(step)}
            >
              {label}
            </Button>
          ))}
          <Button size="compact-sm" variant="default" onClick={onMoveTo}>
            <Trans>Below another…</Trans>
          </Button>
        </Group>
      </Stack>
      <Group gap={6}>
        <Button size="compact-sm" variant="default" onClick={() => onAdd('sibling')}>
          <Trans>Add beside it</Trans>
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onAdd('child')}>
          <Trans>Add below it</Trans>
        </Button>
        <Button size="compact-sm" variant="default" onClick={onMerge}>
          <Trans>Merge into another…</Trans>
        </Button>
        <Button size="compact-sm" variant="default" c="var(--mantine-color-error)" onClick={onRemove}>
          <Trans>Delete…</Trans>
        </Button>
      </Group>
    </>
  )
}
