import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Code, Text, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { numberedText } from '#contract/numbered-text.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { useDraft } from '../../../entity/drafts/use-draft.tsx'
import { FormDialog } from '../../../entity/form-dialog.tsx'
import { useOfferMediaUndo, useBatchTexts } from '../media-api.ts'
import classes from '../media-dialogs.module.css'
import { Thumb } from '../thumb.tsx'

const SHOWN = 3
/** As `numberedText` knows it. */
const MARK = '{n}'
const NAME_MARK = '{name}'
const names = ['alt', 'caption', 'credit'] as const
type Name = (typeof names)[number]
const noTexts: Record<Name, string> = { alt: '', caption: '', credit: '' }

/** The same texts for many pictures, numbered at `{n}` and named at `{name}`, with the first results shown before anything is saved. */
export function MediaBatchTexts({
  pictures: chosen,
  onClose,
  onDone,
}: {
  pictures: readonly Media[]
  onClose: () => void
  onDone: () => void
}) {
  const { t, i18n } = useLingui()
  const pictures = useMemo(() => byFileName(chosen, i18n.locale), [chosen, i18n.locale])
  const save = useBatchTexts()
  const offerUndo = useOfferMediaUndo()
  const problemText = useProblemText()
  const labels = { alt: t`Alt text`, caption: t`Caption`, credit: t`Credit` }
  const {
    draft,
    fields: texts,
    notices,
  } = useDraft<Record<Name, string>>({
    draftKey: 'media/batch-texts',
    stored: noTexts,
    shown: { alt: { label: labels.alt }, caption: { label: labels.caption }, credit: { label: labels.credit } },
  })
  const [onlyEmpty, setOnlyEmpty] = useState(true)
  const problem = save.error ? problemText(save.error) : undefined
  const given = names.filter((name) => texts[name].trim() !== '')
  const most = { alt: 300, caption: 500, credit: 200 }

  const submit = async () => {
    try {
      const { changed, skipped, undo } = await save.mutateAsync({
        ids: pictures.map(({ id }) => id),
        onlyEmpty,
        ...Object.fromEntries(given.map((name) => [name, texts[name]])),
      })
      const refused = skipped.filter(({ code }) => code !== 'unchanged').length
      const done = t`${plural(changed, { one: 'Texts of # picture saved', other: 'Texts of # pictures saved' })}`
      offerUndo(
        refused === 0
          ? done
          : t`${done}; ${plural(refused, { one: '# may not be changed by you', other: '# may not be changed by you' })}`,
        undo,
      )
      draft.discard()
      onDone()
    } catch (error) {
      // Those of a field are shown there.
      if (Object.keys(problemText(error).fields).length === 0) throw error
    }
    return false
  }

  return (
    <FormDialog
      size="lg"
      title={<Plural value={pictures.length} one="Texts of # picture" other="Texts of # pictures" />}
      submitLabel={<Trans>Save texts</Trans>}
      ready={given.length > 0}
      onSubmit={submit}
      onClose={onClose}
      onCancel={() => {
        draft.discard()
        onClose()
      }}
    >
      {notices}
      <Text size="sm" c="dimmed">
        <Trans>
          Left empty, a text stays as it is. <Code>{MARK}</Code> becomes 1, 2, 3… in the order of the file names,{' '}
          <Code>{NAME_MARK}</Code> the name of the file.
        </Trans>
      </Text>
      {names.map((name) => (
        <TextInput
          key={name}
          label={labels[name]}
          maxLength={most[name]}
          value={texts[name]}
          error={problem?.fields[name]}
          data-autofocus={name === 'alt' || undefined}
          onChange={(event) => draft.change({ [name]: event.currentTarget.value })}
        />
      ))}
      <Checkbox
        label={t`Only where there is no text yet`}
        checked={onlyEmpty}
        onChange={(event) => setOnlyEmpty(event.currentTarget.checked)}
      />
      <section aria-live="polite">
        <Text size="sm" fw={600} component="h3" mb={6}>
          <Plural value={Math.min(SHOWN, pictures.length)} one="How it will be" other="How the first # will be" />
        </Text>
        <ol className={classes.report}>
          {pictures.slice(0, SHOWN).map((media, at) => (
            <li key={media.id}>
              <Thumb small media={media} />
              <div>
                <Text size="xs" c="dimmed" truncate>
                  {media.name}
                </Text>
                {names.map((name) => {
                  const stays = !media.can.write || !given.includes(name) || (onlyEmpty && media[name] !== '')
                  const text = stays ? media[name] : numberedText(texts[name].trim(), at + 1, media.name)
                  return (
                    <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }} {...(stays && { c: 'dimmed' })}>
                      {labels[name]}: {text || '–'}
                    </Text>
                  )
                })}
              </div>
            </li>
          ))}
        </ol>
      </section>
    </FormDialog>
  )
}

/** As they were numbered by a camera, 2 before 10; files sent together arrive in any order. */
function byFileName(pictures: readonly Media[], locale: string): readonly Media[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return pictures.toSorted((a, b) => compare(a.name, b.name))
}
