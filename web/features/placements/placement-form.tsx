import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, CopyButton, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { type Placement, PlacementFields, sizeName } from '#contract/placements.ts'
import { EntityForm, useEntityForm } from '../../entity/entity-form.tsx'
import { paths } from '../../paths.ts'
import { PlacementCompetition } from '../ads/placement-competition.tsx'
import { usePerformPlacementAction } from './placement-actions.tsx'
import { useSavePlacement } from './placement-api.ts'
import { PlacementStatus } from './placement-list-page.tsx'
import { PlacementSizes } from './placement-sizes.tsx'

const valuesOf = (placement: Placement | undefined): z.input<typeof PlacementFields> => ({
  name: placement?.name ?? '',
  key: placement?.key ?? '',
  sizes: placement?.sizes ?? [{ width: 300, height: 250 }],
  active: placement?.active ?? true,
})

export function PlacementForm({ placement: given, readOnly }: { placement: Placement | undefined; readOnly: boolean }) {
  const { t } = useLingui()
  const save = useSavePlacement()
  const edit = useEntityForm({
    given,
    readOnly,
    schema: PlacementFields,
    valuesOf,
    shown: {
      name: { label: t`Name` },
      key: { label: t`Key` },
      sizes: { label: t`Sizes`, show: (sizes) => sizes.map(sizeName).join(', ') },
      active: { label: t`Active`, show: (active) => (active ? t`Yes` : t`No`) },
    },
    prefix: 'placement',
    save: (base, values) => save.mutateAsync({ base, values }),
    nameOf: ({ name }) => name,
    hrefOf: ({ id }) => paths.placement(id),
    list: paths.placements,
  })
  const { form, entity: placement } = edit
  const perform = usePerformPlacementAction(edit.leave)
  return (
    <EntityForm
      edit={edit}
      texts={{ isNew: t`New placement`, add: t`Add the placement` }}
      status={placement && <PlacementStatus placement={placement} />}
      actions={
        placement?.can.trash && (
          <Button
            variant="default"
            leftSection={<IconTrash size={14} />}
            onClick={() => void perform('trash', placement)}
          >
            <Trans>Move to trash</Trans>
          </Button>
        )
      }
    >
      <Stack gap="md">
        <TextInput {...edit.field('name')} required maxLength={120} data-autofocus={!placement || undefined} />
        <TextInput
          {...edit.field('key')}
          required
          maxLength={60}
          spellCheck={false}
          autoCapitalize="none"
          description={t`Names the place in the pages of the site: small letters, digits and hyphens, as in “article-end”.`}
        />
        <Controller
          control={form.control}
          name="sizes"
          render={({ field }) => (
            <PlacementSizes {...edit.look('sizes')} value={field.value} onChange={field.onChange} />
          )}
        />
        <Checkbox
          id={edit.look('active').id}
          label={edit.look('active').label}
          description={t`An inactive placement shows nothing.`}
          disabled={readOnly}
          {...form.register('active')}
        />
        {placement && <Snippet text={placement.snippet} />}
        {placement && !placement.deletedAt && <PlacementCompetition placement={placement.id} />}
        {placement && placement.ads > 0 && !placement.deletedAt && (
          <Text size="sm" c="dimmed">
            <Trans>This placement cannot be moved to the trash while ads are booked here.</Trans>
          </Text>
        )}
      </Stack>
    </EntityForm>
  )
}

/** What the owner of the site pastes into its pages. */
function Snippet({ text }: { text: string }) {
  const { t } = useLingui()
  return (
    <Stack gap={6}>
      <Textarea
        label={t`Code for the site`}
        description={t`Paste it where the ad is to appear. The box is reserved at once, so the page does not jump.`}
        value={text}
        readOnly
        autosize
        minRows={2}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
      />
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" size="xs" leftSection={<IconCopy size={14} />} onClick={copy} w="fit-content">
            {copied ? <Trans>Copied</Trans> : <Trans>Copy the code</Trans>}
          </Button>
        )}
      </CopyButton>
    </Stack>
  )
}
