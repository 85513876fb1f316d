import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Drawer, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type Article, articleEndpoints } from '#contract/articles.ts'
import type { Me } from '#contract/session.ts'
import { beforeSignOut } from '../../api/call-on-leaving.ts'
import { call } from '../../api/call.ts'
import { useWriteOnClosing } from '../../entity/drafts/use-draft.tsx'
import type { RichTextEditorHandle } from '../../editor/rich-text-editor.tsx'
import { paths } from '../../paths.ts'
import { useSaveKey, useWarnBeforeLeaving } from '../../ui/form-frame.tsx'
import { useNamedField } from '../../ui/named-field.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { useScreen, useScreenTitle } from '../../ui/screen.tsx'
import { useAllowed } from '../session/session-api.ts'
import { awaitBeforeOpening, useArticleChanged } from './article-api.ts'
import { ArticleBar } from './article-bar.tsx'
import { ArticleBanners } from './article-banners.tsx'
import { ArticleConflictReminder } from './article-conflict-banner.tsx'
import { ArticleConflictDialog } from './article-conflict-dialog.tsx'
import classes from './article-edit.module.css'
import { ArticleFormContext, type ArticleForm, useWatched } from './article-form-context.ts'
import { ArticleInspector, useOpenSections } from './article-inspector.tsx'
import { dropLocalCopy, keepLocalCopy, newCopyOwner } from './article-local-copy.ts'
import { useNoticedChanges } from './article-noticed.ts'
import { focusPicture } from './article-pictures.ts'
import { useRefNames } from './article-refs.ts'
import { ArticleSession } from './article-session.ts'
import { ArticleStateReminder } from './article-state-reminder.tsx'
import { ArticleWriting } from './article-writing.tsx'

/** Milliseconds; a little more than a drawer takes to open. */
const JUMP_AFTER = 220

type Props = { initial: Article | undefined; me: Me; editorHomeUrl: string }

/** The article as a form: the text in the middle, what belongs to it at the right, state and next step on top. */
export function ArticleEditor({ initial, me, editorHomeUrl }: Props) {
  const { t } = useLingui()
  const area = useRef<HTMLDivElement>(null)
  const text = useRef<RichTextEditorHandle>(null)
  const form = useForm(initial, me, text)
  const { session } = form
  const isWide = useMediaQuery('(min-width: 1100px)', true, { getInitialValueInEffect: false })
  const [inspectorOpened, inspector] = useDisclosure(false)
  const sections = useOpenSections()
  const [jump, setJump] = useState<string>()

  useSaveKey(area, () => void session.save('save'))

  const jumpTo = (id: string) => {
    sections.unfold(id)
    if (!isWide) (id.startsWith('article-field-') ? inspector.open : inspector.close)()
    setJump(id)
  }
  useNamedField((name) => jumpTo(`article-field-${name}`))
  // After the drawer has opened and the popover that led here has given the focus back.
  useEffect(() => {
    if (!jump) return undefined
    const timer = setTimeout(() => {
      focusField(jump, text.current)
      setJump(undefined)
    }, JUMP_AFTER)
    return () => clearTimeout(timer)
  }, [jump])

  return (
    <ArticleFormContext value={form}>
      <div ref={area} className={classes.page} data-own-scroll>
        <ArticleHeading />
        <ArticleBar jumpTo={jumpTo} openInspector={isWide ? undefined : inspector.open} />
        <ArticleConflictReminder />
        <ArticleStateReminder />
        <div className={classes.columns}>
          <div className={classes.main}>
            <ArticleBanners />
            <ArticleWriting handle={text} editorHomeUrl={editorHomeUrl} />
          </div>
          {isWide ? (
            <aside className={classes.inspector} aria-label={t`Article settings`}>
              <ArticleInspector jumpTo={jumpTo} open={sections.open} setOpen={sections.setOpen} />
            </aside>
          ) : (
            <Drawer
              opened={inspectorOpened}
              onClose={inspector.close}
              position="right"
              size={360}
              keepMounted
              title={t`Article settings`}
              closeButtonProps={{ 'aria-label': t`Close` }}
            >
              <ArticleInspector jumpTo={jumpTo} open={sections.open} setOpen={sections.setOpen} />
            </Drawer>
          )}
        </div>
      </div>
      <ArticleConflictDialog />
    </ArticleFormContext>
  )
}

/** What the article is called, for the screen, its tab and whoever is about to leave it. */
function ArticleHeading() {
  const { t } = useLingui()
  const { title, isNew, dirty, safeToLeave } = useWatched(({ article, fields, dirty: unsaved, save }) => ({
    title: fields.title.trim(),
    isNew: !article,
    dirty: unsaved,
    // Whatever the server does not have is offered again from this browser, where it could be kept.
    safeToLeave: save.kind !== 'failed' || save.keptHere,
  }))
  const heading = title || (isNew ? t`New article` : t`Untitled`)
  useScreenTitle(heading, { unsaved: dirty, safeToLeave })
  useWarnBeforeLeaving(dirty)
  return <VisuallyHidden component="h1">{heading}</VisuallyHidden>
}

/** The session of this screen, with what React needs around it. */
function useForm(
  initial: Article | undefined,
  me: Me,
  text: React.RefObject<RichTextEditorHandle | null>,
): ArticleForm {
  const { i18n } = useLingui()
  const { navigate, search } = useScreen()
  const changed = useArticleChanged()
  // A new article that was started on a day of the calendar.
  const [planned] = useState(() => (initial ? {} : plannedIn(search)))
  const mayStart = useAllowed('articles.write') ?? false
  const [copyOwner] = useState(newCopyOwner)
  const [session] = useState(
    () => new ArticleSession(initial, undefined, { authors: me.byline ? [me.byline.id] : [], ...planned }),
  )
  useLayoutEffect(() => {
    const told = (article: Article) => {
      changed(article)
      return article
    }
    session.connect({
      create: async (body, key) => {
        const created = told(await call(articleEndpoints.create, { body: { ...planned, ...body } }, { key }))
        // Left before the answer came: the address belongs to another screen by now.
        if (text.current) navigate(paths.article(created.id), { replace: true, sameScreen: true })
        return created
      },
      edit: async (id, body) => told(await call(articleEndpoints.edit, { params: { id }, body })),
      keep: (id, copy) => keepLocalCopy(me.id, id, copyOwner, copy),
      drop: (id) => dropLocalCopy(me.id, id, copyOwner),
      flush: () => text.current?.flush(),
    })
  })
  const article = useSyncExternalStore(session.subscribe, () => session.get().article)
  const merged = useSyncExternalStore(session.subscribe, () => session.get().merged)
  const names = useRefNames(article, me.byline)

  // A passive effect: by then the text editor has reported its last change.
  useEffect(() => {
    session.enter()
    return () => {
      const leaving = session.leave()
      const left = session.get().article?.id
      if (left) awaitBeforeOpening(left, leaving)
      void leaving.then((saved) => {
        if (!saved)
          notifyFailure(
            i18n._(
              msg`The last changes could not be saved. They are kept in this browser and are back when you open the article again.`,
            ),
          )
      })
    }
  }, [session, i18n])

  // Not a word less than on leaving the screen; what is in question is kept in this browser.
  useEffect(() => beforeSignOut(() => session.saveQuietly()), [session])
  useNoticedChanges(session, article?.id, me)
  useWriteOnClosing(() => session.hold())

  useEffect(() => {
    if (!merged) return
    const who = merged.changedBy
    const isOwn = session.get().article?.updatedBy?.id === me.id
    const both = isOwn
      ? msg`You changed this article in another tab meanwhile; both changes are kept.`
      : msg`${who} changed this article meanwhile; both changes are kept.`
    const theirs = isOwn
      ? msg`You changed this article in another tab; you see it as it is now. What was there before is in its history.`
      : msg`${who} changed this article; you see it as it is now. What was there before is in its history.`
    notifyDone(i18n._(merged.besideOwn ? both : theirs))
  }, [merged, i18n, session, me.id])

  // The role may be another one since the server said what can be done.
  const readOnly = !mayStart || article?.can.write === false
  return useMemo(
    () => ({ session, change: (part) => session.change(part), names, me, readOnly, copyOwner }),
    [session, names, me, readOnly, copyOwner],
  )
}

function focusField(id: string, text: RichTextEditorHandle | null) {
  if (id === 'article-body') return text?.focus()
  if (focusPicture(id, () => text?.focus())) return
  const named = document.getElementById(id)
  // Of a section its title.
  const place = named?.matches('[data-section]') ? named.querySelector('button') : named
  // A group of fields, as the cover is: what is missing is said in its text.
  const field = place?.matches('[tabindex="-1"]') ? (place.querySelector('textarea') ?? place) : place
  field?.scrollIntoView({ block: 'center' })
  field?.focus()
}

/** The publish date that the address proposes for a new article. */
function plannedIn(search: string): Partial<Pick<Article, 'publishAt'>> {
  const time = Date.parse(new URLSearchParams(search).get('publishAt') ?? '')
  return Number.isNaN(time) ? {} : { publishAt: new Date(time).toISOString() }
}
