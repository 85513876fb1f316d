import { Trans, useLingui } from '@lingui/react/macro'
import {
  Alert,
  Button,
  type ButtonProps,
  Divider,
  Group,
  Kbd,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowMerge,
  IconArrowRight,
  IconArrowUp,
  IconBinaryTree,
  IconCornerDownRight,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { CategoryTreeItem } from '#contract/categories.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { FormFailure } from '../../entity/form-failure.tsx'
import { type CategoryTexts, changedTexts, type TypedTexts } from './category-texts.ts'
import type { CategoryEdit } from './category-tree-api.ts'
import type { Step } from './category-tree-rows.ts'
import classes from './category-tree.module.css'

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
  const moves: [Step, string, string, ReactNode][] = [
    ['up', t`Up`, 'Alt ↑', <IconArrowUp key="up" size={14} aria-hidden />],
    ['down', t`Down`, 'Alt ↓', <IconArrowDown key="down" size={14} aria-hidden />],
    ['out', t`One level out`, 'Alt ←', <IconArrowLeft key="out" size={14} aria-hidden />],
    ['in', t`Into the one above`, 'Alt →', <IconArrowRight key="in" size={14} aria-hidden />],
  ]
  return (
    <>
      <Divider />
      <div role="group" aria-label={t`Move`}>
        <Text size="sm" fw={600} mb={4} aria-hidden>
          <Trans>Move</Trans>
        </Text>
        <div className={classes.does}>
          {moves.map(([step, label, key, icon]) => (
            <Doing
              key={step}
              icon={icon}
              label={label}
              disabled={!can[step]}
              rightSection={<Kbd size="xs">{key}</Kbd>}
              onClick={() => onStep(step)}
            />
          ))}
          <Doing icon={<IconBinaryTree size={14} aria-hidden />} label={t`Below another…`} onClick={onMoveTo} />
        </div>
      </div>
      <Divider />
      <div className={classes.does}>
        <Doing icon={<IconPlus size={14} aria-hidden />} label={t`Add beside it`} onClick={() => onAdd('sibling')} />
        <Doing
          icon={<IconCornerDownRight size={14} aria-hidden />}
          label={t`Add below it`}
          onClick={() => onAdd('child')}
        />
        <Doing icon={<IconArrowMerge size={14} aria-hidden />} label={t`Merge into another…`} onClick={onMerge} />
        <Doing
          icon={<IconTrash size={14} aria-hidden />}
          label={t`Delete…`}
          c="var(--mantine-color-error)"
          onClick={onRemove}
        />
      </div>
    </>
  )
}

/** One line of what can be done, as in a menu. */
function Doing({ icon, label, ...rest }: ButtonProps & { icon: ReactNode; label: string; onClick: () => void }) {
  return (
    <Button size="xs" variant="subtle" color="gray" px={8} leftSection={icon} {...rest}>
      {label}
    </Button>
  )
}
