import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Anchor, Menu, TextInput, type TextInputProps } from '@mantine/core'
import { IconArrowMerge, IconDots, IconTrash } from '@tabler/icons-react'
import { z } from 'zod'
import { Slug } from '#contract/text.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { articlesOf, type NameFilter } from './name-columns.tsx'

/** A new name may leave its slug to the server. */
export const TypedSlug = z.union([Slug, z.literal('')])

/** Leaves out what the server is to make. */
export const withoutEmptySlug = <Values extends { slug: string }>({ slug, ...values }: Values) => ({
  ...values,
  ...(slug && { slug }),
})

/** The last part of a name's address on the site. @param stored undefined for a new name */
export const SlugField = ({ stored, typed, ...rest }: SlugFieldProps) => (
  <TextInput
    description={
      stored === undefined ? (
        <Trans>Left empty, it is made from the name.</Trans>
      ) : (
        typed !== stored && <Trans>The old address will lead to the new one.</Trans>
      )
    }
    {...rest}
  />
)

type SlugFieldProps = TextInputProps & { stored: string | undefined; typed: string }

/** How many articles carry the name of a form, with the way to them. */
export function UsesLink({ by, of: { id, uses } }: { by: NameFilter; of: { id: string; uses: number } }) {
  const { t } = useLingui()
  return (
    <Anchor component={ScreenLink} size="sm" to={articlesOf(by, id)}>
      {t`${plural(uses, { one: '# article', other: '# articles' })}`}
    </Anchor>
  )
}

/** What can be done with the name of a form. */
export function NameMenu({ onMerge, onDelete }: { onMerge: () => void; onDelete: () => void }) {
  const { t } = useLingui()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={36} variant="default" aria-label={t`More actions`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={onMerge}>
          <Trans>Merge with others</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} />} c="var(--mantine-color-error)" onClick={onDelete}>
          <Trans>Delete</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
