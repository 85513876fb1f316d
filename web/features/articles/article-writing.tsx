import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Textarea } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { ARTICLE_LIMITS } from '#contract/articles.ts'
import type { LoadedEditor, UnknownContent } from '../../editor/editor-adapter.ts'
import { RichTextEditor, type RichTextEditorHandle } from '../../editor/rich-text-editor.tsx'
import { takeTypeAhead } from '../../ui/type-ahead.ts'
import { useEditorAlbums } from '../albums/picker/editor-albums.tsx'
import { useEditorImages } from '../media/picker/editor-images.tsx'
import { isNewCopy } from './article-duplicate.ts'
import classes from './article-edit.module.css'
import { useArticleForm, useFields } from './article-form-context.ts'
import { useArticleLink } from './article-link.tsx'

type Props = { handle: RefObject<RichTextEditorHandle | null>; editorHomeUrl: string }

/** Pasted titles bring line breaks along. */
const oneLine = (text: string) => text.replace(/[\t\r\n]+/g, ' ')

/** The writing column: title, subtitle, text. */
export function ArticleWriting({ handle, editorHomeUrl }: Props) {
  const { session, readOnly } = useArticleForm()

  // A new article is for writing: the cursor stands in the title. A copy wants another title first.
  useEffect(() => {
    if (readOnly) return
    const { article } = session.get()
    const title = document.getElementById('article-title') as HTMLTextAreaElement | null
    if (article) {
      if (!isNewCopy(article.id)) return
      title?.focus()
      title?.select()
      return
    }
    const isTaken = takeTypeAhead((text) => {
      const [first = '', ...rest] = text.split('\n')
      // Drawn at once: the next key belongs behind these.
      flushSync(() => session.change({ title: first, ...(rest.length > 0 && { subtitle: oneLine(rest.join(' ')) }) }))
      const field = rest.length > 0 ? (document.getElementById('article-subtitle') as HTMLTextAreaElement) : title
      field?.focus()
      field?.setSelectionRange(field.value.length, field.value.length)
    })
    if (!isTaken) title?.focus()
    // Only on arrival; the first save makes it an old one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return (
    <div className={classes.writing}>
      <Title />
      <Subtitle leadOn={() => handle.current?.focus()} />
      <ArticleText handle={handle} editorHomeUrl={editorHomeUrl} />
    </div>
  )
}

/** Enter leads on, as on paper; during a Chinese composition it belongs to the input method. */
const onEnter = (go: () => void) => (event: React.KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  go()
}

function Title() {
  const { t } = useLingui()
  const { change, readOnly } = useArticleForm()
  const { fields, errorOf } = useFields('title')
  return (
    <Textarea
      id="article-title"
      aria-label={t`Title`}
      placeholder={t`Title`}
      variant="unstyled"
      autosize
      classNames={{ input: classes.title }}
      value={fields.title}
      error={errorOf('title') && t`A title has at most ${ARTICLE_LIMITS.title} characters.`}
      readOnly={readOnly}
      onChange={(event) => change({ title: oneLine(event.currentTarget.value) })}
      onKeyDown={onEnter(() => document.getElementById('article-subtitle')?.focus())}
    />
  )
}

function Subtitle({ leadOn }: { leadOn: () => void }) {
  const { t } = useLingui()
  const { change, readOnly } = useArticleForm()
  const { fields, errorOf } = useFields('subtitle')
  return (
    <Textarea
      id="article-subtitle"
      aria-label={t`Subtitle`}
      placeholder={t`Subtitle, if it has one`}
      variant="unstyled"
      autosize
      classNames={{ input: classes.subtitle }}
      value={fields.subtitle}
      error={errorOf('subtitle') && t`A subtitle has at most ${ARTICLE_LIMITS.subtitle} characters.`}
      readOnly={readOnly}
      onChange={(event) => change({ subtitle: oneLine(event.currentTarget.value) })}
      onKeyDown={onEnter(leadOn)}
    />
  )
}

function ArticleText({ handle, editorHomeUrl }: Props) {
  const { t } = useLingui()
  const { change, readOnly } = useArticleForm()
  const { fields, errorOf } = useFields('body')
  const { picker, ...images } = useEditorImages()
  const { albumPicker, ...albums } = useEditorAlbums()
  const { pickLink, linkDialog } = useArticleLink()
  const [unknown, setUnknown] = useState<readonly UnknownContent[]>([])

  const makeReadOnly = (editor: LoadedEditor) => {
    if (readOnly) editor.setEditable?.(false)
  }

  return (
    <>
      {unknown.length > 0 && <UnknownWarning unknown={unknown} />}
      <RichTextEditor
        // Whether it may be written in is settled when the editor is made.
        key={String(readOnly)}
        ref={handle}
        homeUrl={editorHomeUrl}
        value={fields.body}
        onChange={(body) => change({ body })}
        onReady={makeReadOnly}
        config={{
          label: t`Text of the article`,
          placeholder: t`Write, or press / for headings, pictures, tables…`,
          ...images,
          ...albums,
          pickLink,
          onUnknownContent: setUnknown,
        }}
      />
      {errorOf('body') && (
        <Alert color="red">
          <Trans>The text is too long to be saved: at most 1 MB with its formatting.</Trans>
        </Alert>
      )}
      {picker}
      {albumPicker}
      {linkDialog}
    </>
  )
}

/** Says before anything is saved what the editor cannot show as text. */
function UnknownWarning({ unknown }: { unknown: readonly UnknownContent[] }) {
  const { t, i18n } = useLingui()
  const tags = (kind: UnknownContent['kind']) => {
    const names = [...new Set(unknown.filter((item) => item.kind === kind).map(({ tag }) => `<${tag}>`))]
    return names.length > 0 ? new Intl.ListFormat(i18n.locale).format(names) : undefined
  }
  const [kept, removed] = [tags('kept'), tags('removed')]
  return (
    <Alert icon={<IconInfoCircle size={18} />} color="yellow" title={t`Not everything here can be edited as text`}>
      {kept && (
        <p className={classes.said}>
          <Trans>Kept as blocks of HTML, which stay as they are: {kept}.</Trans>
        </p>
      )}
      {removed && (
        <p className={classes.said}>
          <Trans>
            Taken out for safety, and missing once you save: {removed}. The history keeps the version before.
          </Trans>
        </p>
      )}
    </Alert>
  )
}
