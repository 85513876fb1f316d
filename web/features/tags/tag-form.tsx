import { Trans, useLingui } from '@lingui/react/macro'
import { ColorInput, Radio, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { type Tag, TAG_SYNONYMS_MOST, TagFields } from '#contract/tags.ts'
import { EntityForm, EntityPage, useEntityForm } from '../../entity/entity-form.tsx'
import { paths } from '../../paths.ts'
import { useMayWriteNames } from '../taxonomy/name-api.ts'
import { NameMenu, SlugField, TypedSlug, UsesLink, withoutEmptySlug } from '../taxonomy/name-form.tsx'
import { useTagDeletion, useTagMerge } from './tag-actions.tsx'
import { useTag, useSaveTag } from './tag-api.ts'
import { listed } from '../../ui/listed.ts'

const Values = TagFields.extend({ slug: TypedSlug })
const valuesOf = (tag: Tag | undefined): z.input<typeof Values> => ({
  name: tag?.name ?? '',
  slug: tag?.slug ?? '',
  description: tag?.description ?? '',
  colour: tag?.colour ?? '',
  visibility: tag?.visibility ?? 'public',
  synonyms: tag?.synonyms ?? [],
})
const swatches = ['#c92a2a', '#a61e4d', '#5f3dc4', '#364fc7', '#0b7285', '#2b8a3e', '#5c940d', '#e67700', '#495057']

/** A new tag, or one that exists: the same form. */
export function TagEditPage() {
  const { t } = useLingui()
  return (
    <EntityPage
      useOne={useTag}
      prefix="tag"
      mayWrite={useMayWriteNames()}
      heading={t`Tag`}
      missing={t`This tag does not exist`}
      failed={t`This tag cannot be shown`}
      list={paths.tags}
      back={t`Back to the tags`}
    >
      {(tag, readOnly) => <TagForm tag={tag} readOnly={readOnly} />}
    </EntityPage>
  )
}

export function TagForm({ tag: given, readOnly }: { tag: Tag | undefined; readOnly: boolean }) {
  const { t } = useLingui()
  const save = useSaveTag()
  const edit = useEntityForm({
    given,
    readOnly,
    schema: Values,
    valuesOf,
    shown: {
      name: { label: t`Name` },
      slug: { label: t`Slug` },
      synonyms: { label: t`Synonyms` },
      description: { label: t`Description` },
      colour: { label: t`Colour` },
      visibility: { label: t`Visibility`, show: (value) => (value === 'public' ? t`Public` : t`Internal`) },
    },
    prefix: 'tag',
    save: (base, values, key) => save.mutateAsync({ base, values: withoutEmptySlug(values), key }),
    nameOf: ({ name }) => name,
    undoesRename: true,
    hrefOf: ({ id }) => paths.tag(id),
    list: paths.tags,
  })
  const { form, draft, entity: tag } = edit
  const deletion = useTagDeletion(edit.leave)
  const merging = useTagMerge({
    own: tag && { id: tag.id, unsaved: edit.dirty },
    onDone: (kept) => (kept.id === tag?.id ? takeOver(kept) : edit.leave()),
  })

  /** What is typed about synonyms stays, together with those that a merge brought. */
  const takeOver = (next: Tag) => {
    const before = tag?.synonyms ?? []
    const isTyped = draft.unsaved(['synonyms']).length > 0
    edit.follow(next)
    if (!isTyped) return
    const synonyms = [...draft.get().fields.synonyms, ...next.synonyms.filter((name) => !before.includes(name))]
    draft.change({ synonyms: [...new Set(synonyms)].slice(0, TAG_SYNONYMS_MOST) })
    draft.resolve('synonyms', true)
  }

  return (
    <>
      <EntityForm
        edit={edit}
        texts={{ isNew: t`New tag`, add: t`Add the tag` }}
        status={tag && <UsesLink by="tag" of={tag} />}
        actions={
          tag && !readOnly && <NameMenu onMerge={() => merging.start([tag])} onDelete={() => deletion.start([tag])} />
        }
      >
        <Stack gap="md">
          {tag && tag.similar.length > 0 && (
            <Text size="sm" c="dimmed">
              <Trans>Similar tags: {listed(tag.similar.map(({ name }) => name))}</Trans>
            </Text>
          )}
          <TextInput {...edit.field('name')} required maxLength={60} data-autofocus={!tag || undefined} />
          <SlugField {...edit.field('slug')} stored={tag?.slug} typed={form.watch('slug')} />
          <Controller
            control={form.control}
            name="synonyms"
            render={({ field }) => (
              <TagsInput
                {...edit.look('synonyms')}
                description={t`Other names that find this tag, in searches and pickers. Enter or a comma ends each.`}
                maxTags={TAG_SYNONYMS_MOST}
                splitChars={[',', '，', '、']}
                acceptValueOnBlur
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
              />
            )}
          />
          <Textarea {...edit.field('description')} autosize minRows={3} maxLength={500} />
          <Controller
            control={form.control}
            name="colour"
            render={({ field }) => (
              <ColorInput
                {...edit.look('colour')}
                placeholder="#0b7285"
                format="hex"
                withPicker={false}
                withEyeDropper={false}
                swatches={swatches}
                swatchesPerRow={9}
                value={field.value}
                onChange={(colour) => field.onChange(colour.toLowerCase())}
                onBlur={field.onBlur}
              />
            )}
          />
          <Controller
            control={form.control}
            name="visibility"
            render={({ field }) => (
              <Radio.Group
                label={edit.look('visibility').label}
                value={field.value}
                onChange={field.onChange}
                readOnly={readOnly}
              >
                <Stack gap={8} mt={6}>
                  <Radio value="public" label={t`Public`} description={t`Readers see it and can follow it.`} />
                  <Radio value="internal" label={t`Internal`} description={t`Only people who work here see it.`} />
                </Stack>
              </Radio.Group>
            )}
          />
        </Stack>
      </EntityForm>
      {deletion.dialog}
      {merging.dialog}
    </>
  )
}
