import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconArrowLeft, IconDotsVertical, IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useLastHref } from '../../ui/keep-alive.tsx'
import { exactWords, PlannedTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { UnavailableItem } from '../../ui/unavailable-item.tsx'
import { type BarDialog, useBarActions } from './article-bar-actions.ts'
import { ArticleChangesDialog } from './article-changes-dialog.tsx'
import { ArticleChecklist, ArticleChecklistPanel } from './article-checklist.tsx'
import classes from './article-edit.module.css'
import { useFormActions, useMissing } from './article-form-actions.ts'
import { useArticle, useArticleForm } from './article-form-context.ts'
import { ArticleOthers } from './article-others.tsx'
import { ArticlePreviewDialog } from './article-preview-dialog.tsx'
import { ArticlePreviewLinksDialog } from './article-preview-links-dialog.tsx'
import { ReturnDialog } from './article-return-dialog.tsx'
import { ArticleSaved } from './article-saved.tsx'
import { ScheduleDialog } from './article-schedule-dialog.tsx'
import { useSiteLink } from './article-site.ts'
import { ArticleStatusDot } from './article-status.tsx'
import { SubmitDialog } from './article-submit-dialog.tsx'

type Props = { jumpTo: (fieldId: string) => void; openInspector: (() => void) | undefined }

/** State, saved state, preview, and the one next action with the rest in its menu. */
export function ArticleBar({ jumpTo, openInspector }: Props) {
  const { t } = useLingui()
  const { session } = useArticleForm()
  const article = useArticle()
  const listHref = useLastHref(paths.articles)
  const actions = useFormActions()
  const missing = useMissing()
  const siteLink = useSiteLink()
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const [opened, setOpened] = useState<{ name: BarDialog; opener: HTMLElement | null }>()
  const { run, state, running, hasChanges, isSubmitted } = actions

  const open = (name: BarDialog, opener = focused()) => setOpened({ name, opener })
  const close = () => {
    setOpened(undefined)
    requestAnimationFrame(() => !isElsewhere() && opened?.opener?.focus())
  }
  const preview = async () => {
    const opener = focused()
    await session.save('autosave')
    if (session.get().article) open('preview', opener)
  }

  const { next, menu } = useBarActions(actions, open)
  const site = article && siteLink(article)
  const isChecking = (opened?.name === 'checklist' && missing.length > 0) || opened?.name === 'warnings'
  const checklist = {
    missing,
    jumpTo,
    onClose: () => setOpened(undefined),
    onDismiss: close,
    onCompare: () => open('compare', opened?.opener),
    onPublish: () => {
      close()
      void run('publish')
    },
  }
  const nextButton = next && (
    <Button
      onClick={next.go}
      loading={running === next.name}
      aria-haspopup={missing.length > 0 ? 'dialog' : undefined}
      {...(isNarrow && missing.length > 0 && { 'aria-expanded': isChecking })}
    >
      {next.label}
    </Button>
  )

  return (
    <>
      <div className={classes.bar} role="region" aria-label={t`State and next step`}>
        <Tooltip label={t`Back to the list`}>
          <ActionIcon component={ScreenLink} to={listHref} aria-label={t`Back to the list`} size="lg">
            <IconArrowLeft size={18} />
          </ActionIcon>
        </Tooltip>
        <div className={classes.state}>
          <ArticleStatusDot status={state} hasChanges={hasChanges && article !== undefined} isSubmitted={isSubmitted} />
          {state === 'scheduled' && article?.publishAt && <GoesOut at={article.publishAt} isNarrow={isNarrow} />}
          <ArticleSaved jumpTo={jumpTo} />
        </div>
        <ArticleOthers />
        <div className={classes.steps}>
          {!isNarrow && (
            <Button
              variant="default"
              leftSection={<IconEye size={16} />}
              onClick={() => void preview()}
              disabled={actions.isEmpty}
            >
              <Trans>Preview</Trans>
            </Button>
          )}
          {isNarrow
            ? nextButton
            : nextButton && (
                <ArticleChecklist opened={isChecking} {...checklist}>
                  {nextButton}
                </ArticleChecklist>
              )}
          {/* Inside the bar, so that it belongs to a landmark of the page. */}
          <Menu position="bottom-end" withinPortal={false}>
            <Menu.Target>
              <ActionIcon
                variant="default"
                size={34}
                aria-label={t`More actions`}
                disabled={menu.length === 0 && (actions.isEmpty || !isNarrow)}
              >
                <IconDotsVertical size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {isNarrow && (
                <Menu.Item onClick={() => void preview()} disabled={actions.isEmpty}>
                  <Trans>Preview</Trans>
                </Menu.Item>
              )}
              {site && (
                <Menu.Item component="a" href={site.href} target="_blank" rel="noopener noreferrer">
                  {site.label}
                </Menu.Item>
              )}
              {menu.map(({ key, label, go, danger, unavailable }) =>
                unavailable ? (
                  <UnavailableItem key={key} label={label} unavailable={unavailable} />
                ) : (
                  <Menu.Item key={key} onClick={go} {...(danger && { c: 'var(--mantine-color-error)' })}>
                    {label}
                  </Menu.Item>
                ),
              )}
            </Menu.Dropdown>
          </Menu>
          {openInspector && (
            <ActionIcon variant="default" size={34} aria-label={t`Article settings`} onClick={openInspector}>
              <IconAdjustmentsHorizontal size={16} />
            </ActionIcon>
          )}
        </div>
        {opened?.name === 'preview' && article && (
          <ArticlePreviewDialog article={{ id: article.id, title: session.get().fields.title }} onClose={close} />
        )}
        {opened?.name === 'share' && article && <ArticlePreviewLinksDialog article={article} onClose={close} />}
        {opened?.name === 'compare' && article && <ArticleChangesDialog article={article} onClose={close} />}
        {opened?.name === 'submit' && <SubmitDialog ofChanges={state === 'published'} run={run} onClose={close} />}
        {opened?.name === 'schedule' && <ScheduleDialog run={run} jumpTo={jumpTo} onClose={close} />}
        <Confirm
          opened={opened?.name === 'trash'}
          danger
          title={t`Move “${article?.title || t`Untitled`}” to the trash?`}
          confirmLabel={t`Move to trash`}
          onConfirm={async () => void (await run('trash'))}
          onClose={close}
        >
          <Trans>
            Readers will no longer find it. Undo, in the message that follows, makes it public again; restored from the
            trash, it is a draft.
          </Trans>
        </Confirm>
        {opened?.name === 'return' && <ReturnDialog run={run} onClose={close} />}
      </div>
      {isNarrow && next && isChecking && <ArticleChecklistPanel {...checklist} />}
    </>
  )
}

/** When a scheduled article goes out, on the person's clocks; where there is room with the year and the zone. */
function GoesOut({ at, isNarrow }: { at: string; isNarrow: boolean }) {
  const { i18n } = useLingui()
  const zone = useTimeZone()
  return (
    <span className={classes.planned}>
      {isNarrow ? <PlannedTime value={at} /> : exactWords(new Date(at), i18n.locale, zone)}
    </span>
  )
}

/** Whether the focus was put somewhere meanwhile: who clicks into the text beside an open list goes on writing there. */
function isElsewhere(): boolean {
  const { activeElement } = document
  return (
    activeElement !== null && activeElement !== document.body && !activeElement.closest('[role=dialog], [role=menu]')
  )
}

/** What has the focus; for an entry of a menu, which is gone when its dialog closes, the button of the menu. */
function focused(): HTMLElement | null {
  const { activeElement } = document
  const button = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  if (button) return document.getElementById(button)
  return activeElement instanceof HTMLElement ? activeElement : null
}
