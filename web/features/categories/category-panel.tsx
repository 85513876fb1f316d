import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  Alert,
  Anchor,
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
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { CategoryTreeItem } from '#contract/categories.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { staleState, useDraft } from '../../entity/drafts/use-draft.tsx'
import { FormFailure } from '../../entity/form-failure.tsx'
import { paths } from '../../paths.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import type { CategoryEdit } from './category-tree-api.ts'
import type { Step } from './category-tree-rows.ts'
import classes from './category-tree.module.css'

type CategoryTexts = Pick<CategoryTreeItem, 'name' | 'slug' | 'description'>
const textsOf = ({ name, slug, description }: CategoryTexts): CategoryTexts => ({ name, slug, description })

/** Where this browser keeps what is typed about categories; the id follows. */
export const CATEGORY_DRAFTS = 'category/'

type Props = {
  item: CategoryTreeItem
  /** Names of everything above it. */
  above: string
  writable: boolean
  /** Told whether its texts have changes that are not saved. */
  onDirty: (dirty: boolean) => void
  /** Which steps lead somewhere. */
  can: Readonly<Record<Step, boolean>>
  /** @throws what the server refused */
  onSave: (body: CategoryEdit) => Promise<CategoryTexts & { version: number }>
  onStep: (step: Step) => void
  onAdd: (where: 'child' | 'sibling') => void
  onMoveTo: () => void
  onMerge: () => void
  onRemove: () => void
}

/** One category at the side of the tree: its texts, and all that can be done with it without a mouse. */
export function CategoryPanel({ item, above, writable, onDirty, can, onSave, ...does }: Props) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const id = useId()
  const labels: Record<keyof CategoryTexts, string> = { name: t`Name`, slug: t`Slug`, description: t`Description` }
  const lookOf = (name: keyof CategoryTexts) => ({ id: `${id}-${name}`, label: labels[name] })
  const { draft, fields, dirty, conflicts, notices, askNow } = useDraft<CategoryTexts>({
    draftKey: writable ? `${CATEGORY_DRAFTS}${item.id}` : undefined,
    stored: textsOf(item),
    version: item.version,
    shown: { name: lookOf('name'), slug: lookOf('slug'), description: lookOf('description') },
  })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const errors = failure ? problemText(failure).fields : {}
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])

  const save = async () => {
    if (Object.keys(conflicts).length > 0) return askNow()
    setBusy(true)
    setFailure(undefined)
    let { version } = item
    try {
      const done = await draft.send({
        save: async (changed) => textsOf(await onSave({ version, ...changed })),
        theirsIn: (error) => {
          const stale = staleState<CategoryTexts & { version: number }>(error)
          if (!stale) return undefined
          version = stale.current.version
          return { fields: textsOf(stale.current), changedBy: stale.changedBy }
        },
      })
      if (!done) askNow()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const discard = () => {
    setFailure(undefined)
    draft.discard()
  }
  const field = (name: keyof CategoryTexts) => ({
    ...lookOf(name),
    value: fields[name],
    readOnly: !writable || busy,
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => draft.change({ [name]: event.currentTarget.value }),
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
        {item.total > 0 && (
          <Anchor component={ScreenLink} size="sm" to={`${paths.articles}?category=${item.id}`}>
            <Plural value={item.total} one="# article" other="# articles" />
          </Anchor>
        )}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack gap="sm">
          {notices}
          <TextInput maxLength={80} required={writable} withAsterisk={false} {...field('name')} />
          <TextInput maxLength={120} required={writable} withAsterisk={false} {...field('slug')} />
          <Textarea maxLength={500} autosize minRows={2} maxRows={8} {...field('description')} />
          {failure !== undefined && Object.keys(errors).length === 0 && (
            <Alert color="red" role="alert">
              <FormFailure error={failure} />
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
      {writable ? <CategoryActions can={can} {...does} /> : <ReadOnly />}
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

function CategoryActions({
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
            <ActionButton
              key={step}
              icon={icon}
              label={label}
              disabled={!can[step]}
              rightSection={<Kbd size="xs">{key}</Kbd>}
              onClick={() => onStep(step)}
            />
          ))}
          <ActionButton icon={<IconBinaryTree size={14} aria-hidden />} label={t`Below another…`} onClick={onMoveTo} />
        </div>
      </div>
      <Divider />
      <div className={classes.does}>
        <ActionButton
          icon={<IconPlus size={14} aria-hidden />}
          label={t`Add beside it`}
          onClick={() => onAdd('sibling')}
        />
        <ActionButton
          icon={<IconCornerDownRight size={14} aria-hidden />}
          label={t`Add below it`}
          onClick={() => onAdd('child')}
        />
        <ActionButton
          icon={<IconArrowMerge size={14} aria-hidden />}
          label={t`Merge into another…`}
          onClick={onMerge}
        />
        <ActionButton
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
function ActionButton({ icon, label, ...rest }: ButtonProps & { icon: ReactNode; label: string; onClick: () => void }) {
  return (
    <Button size="xs" variant="subtle" color="gray" px={8} leftSection={icon} {...rest}>
      {label}
    </Button>
  )
}
