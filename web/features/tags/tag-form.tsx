import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Anchor, ColorInput, Menu, Radio, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { IconArrowMerge, IconDots, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { type Tag, TAG_SYNONYMS_MOST, TagFields } from '#contract/tags.ts'
import { Slug } from '#contract/text.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { paths } from '../../paths.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { FormFailure } from '../catalogue/form-failure.tsx'
import { useLeaveClean } from '../catalogue/leave-clean.ts'
import { useSaveTag } from './tag-api.ts'
import { useTagDeletion } from './tag-delete.tsx'
import { TagMerge } from './tag-merge.tsx'

/** A new tag may leave its slug to the server. */
const Values = TagFields.extend({ slug: z.union([Slug, z.literal('')]) })
type FormValues = z.input<typeof Values>
const valuesOf = (tag: Tag | undefined): FormValues => ({
  name: tag?.name ?? '',
  slug: tag?.slug ?? '',
  description: tag?.description ?? '',
  colour: tag?.colour ?? '',
  visibility: tag?.visibility ?? 'public',
  synonyms: tag?.synonyms ?? [],
})
const swatches = ['#c92a2a', '#a61e4d', '#5f3dc4', '#364fc7', '#0b7285', '#2b8a3e', '#5c940d', '#e67700', '#495057']

export function TagForm({ tag: given, readOnly }: { tag: Tag | undefined; readOnly: boolean }) {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const [tag, setTag] = useState(given)
  const [failure, setFailure] = useState<unknown>()
  const [merging, setMerging] = useState(false)
  const leave = useLeaveClean(paths.tags)
  const save = useSaveTag()
  const form = useContractForm(Values, valuesOf(given))
  const { isDirty, dirtyFields, isSubmitting, errors } = form.formState
  const deletion = useTagDeletion(() => {
    form.reset()
    leave()
  })

  /** It changed by what was done here: what is typed stays, the rest follows. */
  const takeOver = (next: Tag) => {
    const given = tag?.synonyms ?? []
    const synonyms = [...form.getValues('synonyms'), ...next.synonyms.filter((name) => !given.includes(name))]
    setTag(next)
    form.reset(valuesOf(next), { keepDirtyValues: true })
    if (dirtyFields.synonyms)
      form.setValue('synonyms', [...new Set(synonyms)].slice(0, TAG_SYNONYMS_MOST), { shouldDirty: true })
  }

  const submitAs = (base: Tag | undefined) =>
    form.handleSubmit(async ({ slug, ...values }) => {
      setFailure(undefined)
      try {
        const saved = await save.mutateAsync({ tag: base, values: { ...values, ...(slug && { slug }) } })
        setTag(saved)
        form.reset(valuesOf(saved))
        notifyDone(base ? t`Saved: ${saved.name}` : t`Added: ${saved.name}`)
        if (!base) navigate(paths.tag(saved.id), { replace: true, sameScreen: true })
      } catch (error) {
        if (!form.show(error)) setFailure(error)
      }
    })
  const submit = () => {
    if (!readOnly) void submitAs(tag)()
  }
  const labels = { name: t`Name`, slug: t`Slug`, description: t`Description`, colour: t`Colour`, synonyms: t`Synonyms` }
  const wrong = (Object.keys(labels) as (keyof typeof labels)[]).flatMap((name) => {
    const message = errors[name] && form.errorOf(name)
    return message ? [{ target: `tag-${name}`, label: labels[name], message }] : []
  })

  return (
    <>
      <FormFrame
        title={tag ? tag.name : t`New tag`}
        saveLabel={readOnly ? undefined : tag ? t`Save` : t`Add the tag`}
        busy={isSubmitting}
        dirty={isDirty}
        onSave={submit}
        errors={wrong}
        failure={
          failure !== undefined && (
            <FormFailure<Tag>
              error={failure}
              onTake={(current) => {
                setTag(current)
                form.reset(valuesOf(current))
                setFailure(undefined)
              }}
              onKeep={(current) => {
                setTag(current)
                void submitAs(current)()
              }}
            />
          )
        }
        status={
          tag && (
            <Anchor component={ScreenLink} size="sm" to={`${paths.articles}?tag=${tag.id}`}>
              {t`${plural(tag.uses, { one: '# article', other: '# articles' })}`}
            </Anchor>
          )
        }
        actions={
          tag &&
          !readOnly && (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size={36} variant="default" aria-label={t`More actions`}>
                  <IconDots size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={() => setMerging(true)}>
                  <Trans>Merge with others</Trans>
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconTrash size={16} />}
                  c="var(--mantine-color-error)"
                  onClick={() => deletion.start([tag])}
                >
                  <Trans>Delete</Trans>
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )
        }
      >
        <Stack gap="md">
          {tag && tag.alike.length > 0 && (
            <Text size="sm" c="dimmed">
              <Trans>Looks like: {tag.alike.map(({ name }) => name).join(', ')}</Trans>
            </Text>
          )}
          <TextInput
            id="tag-name"
            label={labels.name}
            required
            maxLength={60}
            readOnly={readOnly}
            data-autofocus={!tag || undefined}
            error={form.errorOf('name')}
            {...form.register('name')}
          />
          <TextInput
            id="tag-slug"
            label={labels.slug}
            readOnly={readOnly}
            description={
              tag ? (
                <Trans>The old address will lead to the new one.</Trans>
              ) : (
                <Trans>Left empty, it is made from the name.</Trans>
              )
            }
            error={form.errorOf('slug')}
            {...form.register('slug')}
          />
          <Controller
            control={form.control}
            name="synonyms"
            render={({ field }) => (
              <TagsInput
                id="tag-synonyms"
                label={labels.synonyms}
                description={t`Other names that find this tag, in searches and pickers. Enter or a comma ends each.`}
                maxTags={TAG_SYNONYMS_MOST}
                splitChars={[',', '，', '、']}
                readOnly={readOnly}
                acceptValueOnBlur
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={form.errorOf('synonyms')}
              />
            )}
          />
          <Textarea
            id="tag-description"
            label={labels.description}
            autosize
            minRows={3}
            maxLength={500}
            readOnly={readOnly}
            error={form.errorOf('description')}
            {...form.register('description')}
          />
          <Controller
            control={form.control}
            name="colour"
            render={({ field }) => (
              <ColorInput
                id="tag-colour"
                label={labels.colour}
                placeholder="#0b7285"
                format="hex"
                withPicker={false}
                withEyeDropper={false}
                swatches={swatches}
                swatchesPerRow={9}
                readOnly={readOnly}
                value={field.value}
                onChange={(colour) => field.onChange(colour.toLowerCase())}
                onBlur={field.onBlur}
                error={form.errorOf('colour')}
              />
            )}
          />
          <Controller
            control={form.control}
            name="visibility"
            render={({ field }) => (
              <Radio.Group label={t`Visibility`} value={field.value} onChange={field.onChange} readOnly={readOnly}>
                <Stack gap={8} mt={6}>
                  <Radio value="public" label={t`Public`} description={t`Readers see it and can follow it.`} />
                  <Radio value="internal" label={t`Internal`} description={t`Only people who work here see it.`} />
                </Stack>
              </Radio.Group>
            )}
          />
        </Stack>
      </FormFrame>
      {deletion.dialog}
      {merging && tag && (
        <TagMerge
          tags={[tag, ...tag.alike]}
          own={{ id: tag.id, unsaved: isDirty }}
          onClose={() => setMerging(false)}
          onDone={(kept) => {
            setMerging(false)
            if (kept.id === tag.id) return takeOver(kept)
            form.reset()
            return leave()
          }}
        />
      )}
    </>
  )
}
