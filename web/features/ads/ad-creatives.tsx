import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Input, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconCode, IconPhoto, IconTextSize, IconTrash } from '@tabler/icons-react'
import { type FieldPath, useFieldArray } from 'react-hook-form'
import type { z } from 'zod'
import { type AdFields, type Creative, CREATIVES_MOST } from '#contract/ad-fields.ts'
import type { MediaRef } from '#contract/media.ts'
import { type PlacementRef, sizeName } from '#contract/placements.ts'
import { focusControl } from '../../ui/named-field.ts'
import { PictureChoice } from '../media/picker/picture-choice.tsx'
import { PixelInput } from '../placements/placement-sizes.tsx'
import type { AdEdit } from './ad-form-type.ts'
import { fitsPlacement, sizeOf } from './ad-references.ts'
import classes from './ads.module.css'
import { listed } from '../../ui/listed.ts'

type Props = {
  edit: AdEdit
  readOnly: boolean
  placements: readonly PlacementRef[]
  pictures: readonly Pick<MediaRef, 'id' | 'url' | 'width' | 'height'>[]
}

/** Pictures, HTML and texts of an ad, each with the chosen placements that it fits. */
export function AdCreatives({ edit, readOnly, placements, pictures }: Props) {
  const { t } = useLingui()
  const { form } = edit
  const { id, label } = edit.look('creatives')
  const { fields } = useFieldArray({ control: form.control, name: 'creatives', keyName: 'key' })
  // Not by useFieldArray, which after a refused save validates what was only just added.
  const setCreatives = (next: z.input<typeof AdFields>['creatives'], shouldValidate = false) =>
    form.setValue('creatives', next, { shouldDirty: true, shouldValidate })
  const append = (creative: z.input<typeof AdFields>['creatives'][number]) => {
    const before = form.getValues('creatives')
    setCreatives([...before, creative])
    requestAnimationFrame(() => focusControl(`${id}-${before.length}`))
  }
  const remove = (at: number) =>
    setCreatives(
      form.getValues('creatives').filter((_, place) => place !== at),
      form.formState.isSubmitted,
    )
  const first = placements[0]?.sizes[0] ?? { width: 300, height: 250 }
  return (
    <fieldset className={classes.section} id={id} tabIndex={-1}>
      <legend>{label}</legend>
      <Stack gap="md" className={classes.fields}>
        {fields.map(({ key }, at) => {
          const creative = form.watch(`creatives.${at}`)
          const place = at + 1
          return creative ? (
            <Stack
              key={key}
              id={`${id}-${at}`}
              gap="sm"
              className={classes.creative}
              role="group"
              aria-label={t`Creative ${place}`}
            >
              <CreativeFields edit={edit} at={at} creative={creative} readOnly={readOnly} />
              {creative.kind === 'image' && <PictureSize size={sizeOf(creative, pictures)} />}
              <SizeCheck size={sizeOf(creative, pictures)} placements={placements} />
              {!readOnly && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="xs"
                  w="fit-content"
                  leftSection={<IconTrash size={14} />}
                  aria-label={t`Remove creative ${place}`}
                  onClick={() => remove(at)}
                >
                  <Trans>Remove creative</Trans>
                </Button>
              )}
            </Stack>
          ) : null
        })}
        {!readOnly && fields.length < CREATIVES_MOST && (
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPhoto size={14} />}
              onClick={() => append({ kind: 'image', media: '', alt: '' })}
            >
              <Trans>Add a picture</Trans>
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTextSize size={14} />}
              onClick={() => append({ kind: 'text', title: '', text: '' })}
            >
              <Trans>Add a text</Trans>
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconCode size={14} />}
              onClick={() => append({ kind: 'html', html: '', ...first })}
            >
              <Trans>Add HTML</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </fieldset>
  )
}

type FieldsProps = { edit: AdEdit; at: number; creative: Creative; readOnly: boolean }
type Path = FieldPath<z.input<typeof AdFields>>

function CreativeFields({ edit: { form }, at, creative, readOnly }: FieldsProps) {
  const { t } = useLingui()
  const { errorOf, setValue, register } = form
  const path = (name: string) => `creatives.${at}.${name}` as Path
  const set = (name: string, value: string | number) =>
    setValue(path(name), value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const place = at + 1
  if (creative.kind === 'image')
    return (
      <>
        <Input.Wrapper label={t`Image`} labelElement="div" error={errorOf(path('media')) && t`Choose a picture.`}>
          <PictureChoice
            label={t`Picture of creative ${place}`}
            value={creative.media || null}
            readOnly={readOnly}
            cropAsNew
            onChange={(media) => {
              set('media', media?.id ?? '')
              set('alt', media?.alt ?? '')
            }}
          />
        </Input.Wrapper>
        <TextInput
          label={t`Alternative text`}
          readOnly={readOnly}
          error={errorOf(path('alt'))}
          {...register(path('alt'))}
        />
      </>
    )
  if (creative.kind === 'text')
    return (
      <>
        <TextInput
          label={t`Heading`}
          required
          readOnly={readOnly}
          error={errorOf(path('title'))}
          {...register(path('title'))}
        />
        <Textarea
          label={t`Text`}
          autosize
          minRows={2}
          readOnly={readOnly}
          error={errorOf(path('text'))}
          {...register(path('text'))}
        />
      </>
    )
  return (
    <>
      <Textarea
        label={t`HTML`}
        required
        autosize
        minRows={4}
        maxRows={16}
        spellCheck={false}
        readOnly={readOnly}
        description={t`Runs in a sandboxed frame that cannot reach the page. %%CLICK%% becomes the address of the click.`}
        error={errorOf(path('html'))}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        {...register(path('html'))}
      />
      <Group gap={8}>
        <PixelInput
          label={t`Width of creative ${place}`}
          value={creative.width}
          readOnly={readOnly}
          onChange={(width) => set('width', width)}
        />
        ×
        <PixelInput
          label={t`Height of creative ${place}`}
          value={creative.height}
          readOnly={readOnly}
          onChange={(height) => set('height', height)}
        />
      </Group>
    </>
  )
}

function PictureSize({ size }: { size: ReturnType<typeof sizeOf> }) {
  if (!size) return null
  const { width, height } = size
  return (
    <Text size="xs" c="dimmed">
      <Trans>
        {width} × {height} pixels
      </Trans>
    </Text>
  )
}

/** For each chosen placement, whether the creative has exactly one of its sizes. What fits none of them is wrong. */
function SizeCheck({ size, placements }: { size: ReturnType<typeof sizeOf>; placements: readonly PlacementRef[] }) {
  const { t } = useLingui()
  if (placements.length === 0) return null
  if (size === undefined)
    return (
      <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {placements.map(({ id, name, sizes }) => {
          const wanted = listed(sizes.map(sizeName))
          return <Text key={id} component="li" size="xs" c="dimmed">{t`“${name}” shows ${wanted}`}</Text>
        })}
      </Stack>
    )
  const own = size && sizeName(size)
  const fitsOne = placements.some((placement) => fitsPlacement(size, placement))
  return (
    <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {placements.map((placement) => {
        const { id, name, sizes } = placement
        const wanted = listed(sizes.map(sizeName))
        const fits = fitsPlacement(size, placement)
        return (
          <Text key={id} component="li" size="xs" c={fitsOne ? 'dimmed' : 'var(--mantine-color-error)'}>
            {fits
              ? t`✓ Fits “${name}”`
              : fitsOne
                ? t`– Not for “${name}”, which shows ${wanted}`
                : t`✗ ${own ?? ''} does not fit “${name}”, which shows ${wanted}`}
          </Text>
        )
      })}
    </Stack>
  )
}
