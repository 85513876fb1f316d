import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EditorConfig, LoadedEditor, UnknownContent } from '../../editor/editor-adapter.ts'
import { RichTextEditor, type RichTextEditorHandle } from '../../editor/rich-text-editor.tsx'
import { notifyFailure } from '../../ui/notify.tsx'
import { takeTypeAhead } from '../../ui/type-ahead.ts'
import { useEditorAlbums } from '../albums/picker/editor-albums.tsx'
import { useEditorSnippets } from '../snippets/editor-snippets.tsx'
import { useEditorImages } from '../media/picker/editor-images.tsx'
import { isNewCopy } from './article-duplicate.ts'
import classes from './article-edit.module.css'
import { writingLines } from './article-field-labels.ts'
import { useArticleForm, useFields, useWatched } from './article-form-context.ts'
import { lineId, TEXT_FAULT } from './article-field-ids.ts'
import { ArticleLine, oneLine } from './article-line.tsx'
import { useArticleLink } from './article-link.tsx'
import { listFormat } from '../../ui/formats.ts'

type Props = { handle: RefObject<RichTextEditorHandle | null>; editorHomeUrl: string }

/** The writing column: the lines above the text, and the text. */
export function ArticleWriting({ handle, editorHomeUrl }: Props) {
  const { session, readOnly } = useArticleForm()
  /** The field of a line; after the last one comes the text. */
  const focusLine = (index: number) => {
    const line = writingLines[index]
    if (line) document.getElementById(lineId(line.name))?.focus()
    else handle.current?.focus()
  }

  // An article begins with the cursor in the title, a new one as well as one that is opened from elsewhere in the console. The
  // title of a copy is selected: it needs another one.
  useEffect(() => {
    if (readOnly) return
    const { article } = session.get()
    const title = document.getElementById(lineId('title')) as HTMLTextAreaElement | null
    if (article) {
      if (isNewCopy(article.id)) {
        title?.focus()
        title?.select()
      } else if (isFocusOnScreen() && !isTouched()) {
        title?.focus({ preventScroll: true })
        title?.setSelectionRange(title.value.length, title.value.length)
      }
      return
    }
    const isTaken = takeTypeAhead((text) => {
      const [first = '', ...rest] = text.split('\n')
      // Drawn at once: the next key belongs behind these.
      flushSync(() => session.change({ title: first, ...(rest.length > 0 && { subtitle: oneLine(rest.join(' ')) }) }))
      const field = rest.length > 0 ? (document.getElementById(lineId('subtitle')) as HTMLTextAreaElement) : title
      field?.focus()
      field?.setSelectionRange(field.value.length, field.value.length)
    })
    if (!isTaken) title?.focus()
    // Only on arrival; the first save makes it an old one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return (
    <div className={classes.writing}>
      {writingLines.map((line, index) => (
        <ArticleLine key={line.name} {...line} onEnter={() => focusLine(index + 1)} />
      ))}
      <ArticleText handle={handle} editorHomeUrl={editorHomeUrl} />
    </div>
  )
}

/** Whether the screen has just come to the front; on the first one of a visit the focus is left to the skip link. */
const isFocusOnScreen = () => document.activeElement?.matches('[data-screen]') ?? false
/** The keyboard of a phone would cover the article before it was read. */
const isTouched = () => matchMedia('(pointer: coarse)').matches

type PicturesLeft = Parameters<NonNullable<EditorConfig['onPicturesLeft']>>[0]

function ArticleText({ handle, editorHomeUrl }: Props) {
  const { t, i18n } = useLingui()
  const { session, readOnly } = useArticleForm()
  const { fields, errorOf } = useFields('body')
  const { isTooLong } = useWatched(({ faults }) => ({ isTooLong: faults.body?.code === 'too_big' }))
  const { dialogs: imageDialogs, ...images } = useEditorImages()
  const { albumPicker, ...albums } = useEditorAlbums()
  const { pickLink, linkDialog } = useArticleLink()
  const { snippetDialogs, ...snippets } = useEditorSnippets()
  const [unknown, setUnknown] = useState<readonly UnknownContent[]>([])

  const listOf = (sites: readonly string[]) => listFormat(i18n.locale).format(sites)
  const picturesLeftText = ({ missing, outside, hosts }: PicturesLeft) =>
    [
      missing > 0 &&
        t`${plural(missing, {
          one: '# picture could not be pasted: the clipboard has only its place on a computer. Upload it where it is marked in the text.',
          other:
            '# pictures could not be pasted: the clipboard has only their places on a computer. Upload them where they are marked in the text.',
        })}`,
      outside > 0 &&
        t`${plural(outside, {
          one: '# pasted picture is still on another site.',
          other: '# pasted pictures are still on other sites.',
        })} Readers may not see them: ${{ sites: listOf(hosts) }}`,
    ]
      .filter(Boolean)
      .join(i18n.locale === 'zh-CN' ? '' : ' ')

  const takeOverStep = ({ outside, takeOver }: PicturesLeft) =>
    takeOver && {
      label: t`${plural(outside, { one: 'Take over # picture', other: 'Take over # pictures' })}`,
      run: takeOver,
    }

  // The same editor in both cases: another one would lose the place, and what can be undone.
  const editor = useRef<LoadedEditor>(null)
  useEffect(() => editor.current?.setEditable?.(!readOnly), [readOnly])

  return (
    <>
      {unknown.length > 0 && <UnknownWarning unknown={unknown} />}
      <RichTextEditor
        ref={handle}
        homeUrl={editorHomeUrl}
        value={fields.body}
        onChange={(body, before) => session.typed(body, before)}
        onReady={(made) => {
          editor.current = made
          if (readOnly) made.setEditable?.(false)
        }}
        config={{
          label: t`Text of the article`,
          placeholder: t`Write, or press / for headings, pictures, tables…`,
          ...images,
          ...albums,
          pickLink,
          ...snippets,
          onPicturesLeft: (left) => notifyFailure(picturesLeftText(left), undefined, takeOverStep(left)),
          onUnknownContent: setUnknown,
        }}
      />
      {errorOf('body') && (
        <Alert id={TEXT_FAULT} tabIndex={-1} color="red">
          {isTooLong ? (
            <Trans>The text is too long to be saved: at most 1 MB with its formatting.</Trans>
          ) : (
            errorOf('body')
          )}
        </Alert>
      )}
      {imageDialogs}
      {albumPicker}
      {linkDialog}
      {snippetDialogs}
    </>
  )
}

/** Before anything is saved: what the editor cannot show as text. */
function UnknownWarning({ unknown }: { unknown: readonly UnknownContent[] }) {
  const { t, i18n } = useLingui()
  const tags = (kind: UnknownContent['kind']) => {
    const names = [...new Set(unknown.filter((item) => item.kind === kind).map(({ tag }) => `<${tag}>`))]
    return names.length > 0 ? listFormat(i18n.locale).format(names) : undefined
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
          <Trans>Removed for safety when you save: {removed}. The history keeps the version before.</Trans>
        </p>
      )}
    </Alert>
  )
}
