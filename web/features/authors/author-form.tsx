import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Input, Stack, Textarea, TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { type Author, AuthorFields } from '#contract/authors.ts'
import { EntityForm, EntityPage, useEntityForm } from '../../entity/entity-form.tsx'
import { paths } from '../../paths.ts'
import { useMayWriteNames } from '../taxonomy/name-api.ts'
import { NameMenu, SlugField, TypedSlug, UsesLink, withoutEmptySlug } from '../taxonomy/name-form.tsx'
import { PictureChoice } from '../media/picker/picture-choice.tsx'
import { AuthorAccount } from './author-account.tsx'
import { useAuthor, useSaveAuthor } from './author-api.ts'
import { useAuthorDeletion } from './author-delete.tsx'
import { AuthorLinks } from './author-links.tsx'
import { useAuthorMerge } from './author-merge.tsx'

const Values = AuthorFields.extend({ slug: TypedSlug })
const valuesOf = (author: Author | undefined): z.input<typeof Values> => ({
  displayName: author?.displayName ?? '',
  sortName: author?.sortName ?? '',
  slug: author?.slug ?? '',
  bio: author?.bio ?? '',
  avatar: author?.avatar ?? null,
  email: author?.email ?? '',
  links: author?.links ?? [],
  jobTitle: author?.jobTitle ?? '',
  user: author?.user ?? null,
  hidden: author?.hidden ?? false,
})

/** A new author, or one that exists: the same form. */
export function AuthorEditPage() {
  const { t } = useLingui()
  return (
    <EntityPage
      useOne={useAuthor}
      prefix="author"
      mayWrite={useMayWriteNames()}
      heading={t`Author`}
      missing={t`This author does not exist`}
      failed={t`This author cannot be shown`}
      list={paths.authors}
      back={t`Back to the authors`}
    >
      {(author, readOnly) => <AuthorForm author={author} readOnly={readOnly} />}
    </EntityPage>
  )
}

export function AuthorForm({ author: given, readOnly }: { author: Author | undefined; readOnly: boolean }) {
  const { t } = useLingui()
  const save = useSaveAuthor()
  const mayManage = useMayWriteNames() ?? false
  const edit = useEntityForm({
    given,
    readOnly,
    schema: Values,
    valuesOf,
    shown: {
      displayName: { label: t({ message: 'Name', context: 'of a person' }) },
      jobTitle: { label: t`Job title` },
      bio: { label: t`Biography` },
      avatar: {
        label: t`Picture`,
        show: (media) => media && <PictureChoice label={t`Picture`} value={media} onChange={() => {}} readOnly />,
      },
      links: { label: t`Links`, show: (links) => links.map(({ label, url }) => `${label} ${url}`).join('\n') },
      slug: { label: t`Slug` },
      sortName: { label: t`Sorting name` },
      email: { label: t`E-mail address` },
      user: {
        label: t`Account`,
        show: (id) => id && (id === given?.account?.id ? given.account.name : t`another account`),
      },
      hidden: { label: t`Hidden`, show: (hidden) => (hidden ? t`Yes` : t`No`) },
    },
    prefix: 'author',
    save: (base, values, key) => save.mutateAsync({ base, values: withoutEmptySlug(values), key }),
    nameOf: ({ displayName }) => displayName,
    undoesRename: true,
    hrefOf: ({ id }) => paths.author(id),
    list: paths.authors,
  })
  const { form, entity: author } = edit
  const merging = useAuthorMerge({
    own: author && { id: author.id, unsaved: edit.dirty },
    onDone: (kept) => (kept.id === author?.id ? edit.follow(kept) : edit.leave()),
  })
  const deletion = useAuthorDeletion({ onDone: edit.leave, onMerge: (one) => merging.start([one]) })
  const avatarShape = edit.look('avatar')

  return (
    <>
      <EntityForm
        edit={edit}
        texts={{ isNew: t`New author`, add: t`Add the author` }}
        status={author && <UsesLink by="author" of={author} />}
        actions={
          author &&
          !readOnly && <NameMenu onMerge={() => merging.start([author])} onDelete={() => deletion.start(author)} />
        }
      >
        <Stack gap="md">
          <TextInput {...edit.field('displayName')} required maxLength={120} data-autofocus={!author || undefined} />
          <TextInput {...edit.field('jobTitle')} maxLength={120} />
          <Textarea {...edit.field('bio')} autosize minRows={3} maxLength={500} />
          <Input.Wrapper
            id={avatarShape.id}
            label={avatarShape.label}
            error={avatarShape.error}
            labelElement="div"
            tabIndex={-1}
          >
            <Controller
              control={form.control}
              name="avatar"
              render={({ field: avatar }) => (
                <PictureChoice
                  label={avatarShape.label}
                  value={avatar.value}
                  onChange={(media) => avatar.onChange(media?.id ?? null)}
                  readOnly={readOnly}
                />
              )}
            />
          </Input.Wrapper>
          <AuthorLinks form={form} readOnly={readOnly} />
          <SlugField {...edit.field('slug')} stored={author?.slug} typed={form.watch('slug')} />
          <TextInput
            {...edit.field('sortName')}
            maxLength={120}
            description={
              <Trans>
                How the name is sorted in lists, as in “Byron, Ada”. If empty: by the name, a Chinese one by its pinyin.
              </Trans>
            }
          />
          {mayManage && (
            <TextInput
              {...edit.field('email')}
              type="email"
              autoComplete="off"
              description={<Trans>For people who manage authors. No one else sees it.</Trans>}
            />
          )}
          <Controller
            control={form.control}
            name="user"
            render={({ field: user }) => (
              <AuthorAccount
                value={user.value}
                onChange={user.onChange}
                account={author?.account ?? null}
                error={form.errorOf('user')}
                readOnly={readOnly}
              />
            )}
          />
          <Checkbox
            id={edit.look('hidden').id}
            label={edit.look('hidden').label}
            description={t`Keeps the name under the articles, but has no page on the site.`}
            disabled={readOnly}
            {...form.register('hidden')}
          />
        </Stack>
      </EntityForm>
      {deletion.dialog}
      {merging.dialog}
    </>
  )
}
