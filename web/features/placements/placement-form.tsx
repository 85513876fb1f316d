import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Checkbox, CopyButton, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { type Placement, PlacementFields, PlacementKey, sizeName, type SizeUses } from '#contract/placements.ts'
import { EntityForm, useEntityForm } from '../../entity/entity-form.tsx'
import { paths } from '../../paths.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { focusControl, useNamedField } from '../../ui/named-field.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { PlacementCompetition } from '../ads/placement-competition.tsx'
import { useAllowed } from '../session/session-api.ts'
import { usePerformPlacementAction } from './placement-actions.tsx'
import { fetchSizeUses, sizeUsesIn, useSavePlacement } from './placement-api.ts'
import { PlacementStatus } from './placement-list-page.tsx'
import { PlacementSizeUses } from './placement-size-uses.tsx'
import { PlacementSizes } from './placement-sizes.tsx'
import { listed } from '../../ui/listed.ts'

/** A new placement may leave its key to the server. */
const NewFields = PlacementFields.extend({ key: z.union([PlacementKey, z.literal('')]) })
type Values = z.input<typeof PlacementFields>

const valuesOf = (placement: Placement | undefined): Values => ({
  name: placement?.name ?? '',
  key: placement?.key ?? '',
  sizes: placement?.sizes ?? [{ width: 300, height: 250 }],
  active: placement?.active ?? true,
})

export function PlacementForm({ placement: given, readOnly }: { placement: Placement | undefined; readOnly: boolean }) {
  const { t } = useLingui()
  const saving = useSavePlacement()
  const [isNew, setIsNew] = useState(given === undefined)
  const [sizeUses, setSizeUses] = useState<SizeUses['ads']>([])
  const [asksForKey, setAsksForKey] = useState(false)
  const [lost, setLost] = useState<SizeUses['ads']>()
  const save = async (base: Placement | undefined, { key, ...values }: Values, sentKey?: string) => {
    setSizeUses([])
    try {
      const saved = await saving.mutateAsync({ base, values: { ...values, ...(key && { key }) }, key: sentKey })
      setIsNew(false)
      return saved
    } catch (error) {
      setSizeUses(sizeUsesIn(error))
      throw error
    }
  }
  const edit = useEntityForm<Placement, Values>({
    given,
    readOnly,
    schema: isNew ? NewFields : PlacementFields,
    valuesOf,
    shown: {
      name: { label: t`Name` },
      key: { label: t`Key` },
      sizes: { label: t`Sizes`, show: (sizes) => listed(sizes.map(sizeName)) },
      active: { label: t({ message: 'Active', context: 'placement' }), show: (active) => (active ? t`Yes` : t`No`) },
    },
    prefix: 'placement',
    save,
    nameOf: ({ name }) => name,
    hrefOf: ({ id }) => paths.placement(id),
    list: paths.placements,
  })
  const { form, entity: placement } = edit
  useNamedField((name) => focusControl(`placement-${name}`))
  const perform = usePerformPlacementAction(edit.leave)
  const texts = { isNew: t`New placement`, add: t`Add the placement` }
  const [oldKey, newKey] = [placement?.key ?? '', form.watch('key')]
  const changesKey = placement !== undefined && newKey !== oldKey && newKey !== ''
  const ads = placement?.ads ?? 0
  const removesSize = () => {
    const kept = new Set(form.getValues('sizes').map(sizeName))
    return placement !== undefined && placement.sizes.some((size) => !kept.has(sizeName(size)))
  }
  const saveNow = () => edit.frame(texts).onSave()
  /** Saves at once where no creative of an ad is concerned, or where that is not known: what must not be removed is refused anyway. */
  const askForSizes = async () => {
    const found = placement && (await fetchSizeUses(placement, form.getValues('sizes')).catch(() => []))
    if (found?.length) setLost(found)
    else saveNow()
  }
  const sizesError = edit.look('sizes').error
  return (
    <>
      <EntityForm
        edit={edit}
        texts={texts}
        beforeSave={() => {
          if (ads === 0 || !PlacementFields.safeParse(form.getValues()).success) return true
          setAsksForKey(changesKey)
          if (changesKey) return false
          if (!removesSize()) return true
          void askForSizes()
          return false
        }}
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
          <TextInput {...edit.field('name')} required data-autofocus={!placement || undefined} />
          <TextInput
            {...edit.field('key')}
            required={!isNew}
            spellCheck={false}
            autoCapitalize="none"
            description={
              <>
                <Trans>
                  Names the place in the pages of the site: small letters, digits and hyphens, as in “article-end”.
                </Trans>
                {isNew && <Hint>{t`Left empty, it is made from the name.`}</Hint>}
                {changesKey && (
                  <Hint>
                    {t`Pages with the code for “${oldKey}” show no ad any more. Save, then replace that code in all of them by the new one below.`}
                  </Hint>
                )}
              </>
            }
          />
          <Controller
            control={form.control}
            name="sizes"
            render={({ field }) => (
              <PlacementSizes {...edit.look('sizes')} value={field.value} onChange={field.onChange} />
            )}
          />
          {sizesError && sizeUses.length > 0 && <PlacementSizeUses ads={sizeUses} />}
          <Checkbox
            id={edit.look('active').id}
            label={edit.look('active').label}
            description={t`An inactive placement shows nothing.`}
            disabled={readOnly}
            {...form.register('active')}
          />
          {placement && <Snippet text={placement.snippet} />}
          {placement && !placement.deletedAt && <PlacementCompetition placement={placement} />}
          {placement && placement.ads > 0 && !placement.deletedAt && (
            <Text size="sm" c="dimmed">
              <Trans>This placement cannot be moved to the trash while ads are booked here.</Trans>
            </Text>
          )}
        </Stack>
      </EntityForm>
      <Confirm
        opened={asksForKey}
        title={t`Change the key “${oldKey}” to “${newKey}”?`}
        confirmLabel={t`Change the key`}
        onConfirm={async () => {
          if (removesSize()) await askForSizes()
          else saveNow()
        }}
        onClose={() => setAsksForKey(false)}
      >
        {t`${plural(ads, {
          one: `# ad is booked here. It is not shown until the code with “${oldKey}” is replaced by the new one in all pages of the site.`,
          other: `# ads are booked here. They are not shown until the code with “${oldKey}” is replaced by the new one in all pages of the site.`,
        })}`}
      </Confirm>
      <Confirm
        opened={lost !== undefined}
        title={t`Remove sizes that ads have creatives for?`}
        confirmLabel={t`Remove the sizes`}
        onConfirm={async () => saveNow()}
        onClose={() => setLost(undefined)}
      >
        <Stack gap="xs">
          <Text size="sm">
            <Trans>Creatives of these sizes do not fit this placement any more and are not shown here:</Trans>
          </Text>
          <PlacementSizeUses ads={lost ?? []} />
        </Stack>
      </Confirm>
    </>
  )
}

/** A line of its own below what describes a field. */
const Hint = ({ children }: { children: string }) => (
  <span role="status" style={{ display: 'block', color: 'var(--mantine-color-text)' }}>
    {children}
  </span>
)

/** What the owner of the site pastes into its pages. */
function Snippet({ text }: { text: string }) {
  const { t } = useLingui()
  const maySet = useAllowed('settings.manage') ?? false
  return (
    <Stack gap={6}>
      <Textarea
        label={t`Code for the site`}
        description={t`Paste it where the ad is to appear, with the id of the article that the page shows in place of ARTICLE_ID: ads for categories or tags need it. The API gives it with each article. On pages without an article leave data-article out.`}
        value={text}
        readOnly
        autosize
        minRows={2}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
      />
      <Text size="xs" c="dimmed">
        {maySet ? (
          <Trans>
            A site at another address than the one in Settings must be named there:{' '}
            <Anchor component={ScreenLink} to={paths.settings} inherit underline="always">
              other sites that may show ads
            </Anchor>
          </Trans>
        ) : (
          <Trans>
            A site at another address than the one in Settings must be named there by an administrator before it shows
            ads.
          </Trans>
        )}
      </Text>
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
