import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Anchor, Checkbox, Input, Menu, Stack, Textarea, TextInput } from '@mantine/core'
import { IconArrowMerge, IconDots, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { type Author, AuthorFields } from '#contract/authors.ts'
import { Slug } from '#contract/text.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { paths } from '../../paths.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { FormFailure } from '../catalogue/form-failure.tsx'
import { useLeaveClean } from '../catalogue/leave-clean.ts'
import { PictureChoice } from '../media/picture-choice.tsx'
import { AuthorAccount } from './author-account.tsx'
import { useSaveAuthor } from './author-api.ts'
import { useAuthorDeletion } from './author-delete.tsx'
import { AuthorLinks } from './author-links.tsx'
import { asMergeable } from './author-list-page.tsx'
import { AuthorMerge } from './author-merge.tsx'

/** A new author may leave the slug to the server. */
const Values = AuthorFields.extend({ slug: z.union([Slug, z.literal('')]) })
export type AuthorFormValues = z.input<typeof Values>
const valuesOf = (author: Author | undefined): AuthorFormValues => ({
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

export function AuthorForm({ author: given, readOnly }: { author: Author | undefined; readOnly: boolean }) {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const [author, setAuthor] = useState(given)
  const [failure, setFailure] = useState<unknown>()
  const [merging, setMerging] = useState(false)
  const leave = useLeaveClean(paths.authors)
  const save = useSaveAuthor()
  const form = useContractForm(Values, valuesOf(given))
  const { isDirty, isSubmitting, errors } = form.formState
  const goBack = () => {
    form.reset()
    leave()
  }
  const deletion = useAuthorDeletion({ onDone: goBack, onMerge: () => setMerging(true) })

  const submitAs = (base: Author | undefined) =>
    form.handleSubmit(async ({ slug, ...values }) => {
      setFailure(undefined)
      try {
        const saved = await save.mutateAsync({ author: base, values: { ...values, ...(slug && { slug }) } })
        setAuthor(saved)
        form.reset(valuesOf(saved))
        notifyDone(base ? t`Saved: ${saved.displayName}` : t`Added: ${saved.displayName}`)
        if (!base) navigate(paths.author(saved.id), { replace: true, sameScreen: true })
      } catch (error) {
        if (!form.show(error)) setFailure(error)
      }
    })
  const submit = () => {
    if (!readOnly) void submitAs(author)()
  }
  const labels = {
    displayName: t({ message: 'Name', context: 'of a person' }),
    sortName: t`Sorting name`,
    slug: t`Slug`,
    jobTitle: t`Job title`,
    bio: t`Biography`,
    avatar: t`Picture`,
    email: t`E-mail address`,
    links: t`Links`,
    user: t`Account`,
  }
  const wrong = (Object.keys(labels) as (keyof typeof labels)[]).flatMap((name) => {
    const message = errors[name] && form.errorOf(name)
    return message ? [{ target: `author-${name}`, label: labels[name], message }] : []
  })
  const field = (name: 'displayName' | 'sortName' | 'slug' | 'jobTitle' | 'bio' | 'email') => ({
    id: `author-${name}`,
    label: labels[name],
    readOnly,
    error: form.errorOf(name),
    ...form.register(name),
  })

  return (
    <>
      <FormFrame
        title={author ? author.displayName : t`New author`}
        saveLabel={readOnly ? undefined : author ? t`Save` : t`Add the author`}
        busy={isSubmitting}
        dirty={isDirty}
        onSave={submit}
        errors={wrong}
        failure={
          failure !== undefined && (
            <FormFailure<Author>
              error={failure}
              onTake={(current) => {
                setAuthor(current)
                form.reset(valuesOf(current))
                setFailure(undefined)
              }}
              onKeep={(current) => {
                setAuthor(current)
                void submitAs(current)()
              }}
            />
          )
        }
        status={
          author && (
            <Anchor component={ScreenLink} size="sm" to={`${paths.articles}?author=${author.id}`}>
              {t`${plural(author.uses, { one: '# article', other: '# articles' })}`}
            </Anchor>
          )
        }
        actions={
          author &&
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
                  onClick={() => deletion.start(author)}
                >
                  <Trans>Delete</Trans>
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )
        }
      >
        <Stack gap="md">
          <TextInput {...field('displayName')} required maxLength={120} data-autofocus={!author || undefined} />
          <TextInput {...field('jobTitle')} maxLength={120} />
          <Textarea {...field('bio')} autosize minRows={3} maxLength={500} />
          <Input.Wrapper
            label={labels.avatar}
            labelElement="div"
            error={form.errorOf('avatar')}
            id="author-avatar"
            tabIndex={-1}
          >
            <Controller
              control={form.control}
              name="avatar"
              render={({ field: avatar }) => (
                <PictureChoice
                  label={labels.avatar}
                  value={avatar.value}
                  onChange={(media) => avatar.onChange(media?.id ?? null)}
                  readOnly={readOnly}
                />
              )}
            />
          </Input.Wrapper>
          <AuthorLinks form={form} readOnly={readOnly} />
          <TextInput
            {...field('slug')}
            description={
              author ? (
                <Trans>The old address will lead to the new one.</Trans>
              ) : (
                <Trans>Left empty, it is made from the name.</Trans>
              )
            }
          />
          <TextInput
            {...field('sortName')}
            maxLength={120}
            description={<Trans>Where the name stands in lists, as in “Byron, Ada”. Left empty, by the name.</Trans>}
          />
          <TextInput
            {...field('email')}
            type="email"
            autoComplete="off"
            description={<Trans>For people who work here. Readers never see it.</Trans>}
          />
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
            label={t`Hidden`}
            description={t`Keeps the name under the articles, but has no page on the site.`}
            disabled={readOnly}
            {...form.register('hidden')}
          />
        </Stack>
      </FormFrame>
      {deletion.dialog}
      {merging && author && (
        <AuthorMerge
          authors={[asMergeable(author)]}
          own={{ id: author.id, unsaved: isDirty }}
          onClose={() => setMerging(false)}
          onDone={(kept) => {
            setMerging(false)
            if (kept.id !== author.id) return goBack()
            // It changed by what was done here: what is typed stays, the rest follows.
            setAuthor(kept)
            return form.reset(valuesOf(kept), { keepDirtyValues: true })
          }}
        />
      )}
    </>
  )
}
