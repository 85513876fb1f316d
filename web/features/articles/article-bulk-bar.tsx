import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu, Popover, Progress, Stack } from '@mantine/core'
import {
  IconArchive,
  IconArrowBackUp,
  IconCalendarTime,
  IconDots,
  IconFolder,
  IconRestore,
  IconSend,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
  IconUserEdit,
  IconWorldUpload,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ArticleAction } from '#contract/article-actions.ts'
import { BULK_MAX } from '#contract/article-bulk.ts'
import type { ArticleSummary } from '#contract/articles.ts'
import { BulkBar, BulkButton } from '../../ui/data-table/bulk-bar.tsx'
import type { Page } from '../../ui/data-table/page.ts'
import type { SelectionControl } from '../../ui/data-table/row-selection.ts'
import type { PickerOption } from '../../ui/picker-option.ts'
import { CategoryPicker } from '../categories/category-picker.tsx'
import { useAllowed } from '../session/session-api.ts'
import { TagPicker } from '../tags/tag-picker.tsx'
import type { BulkAction } from './article-bulk-run.ts'

type Props = {
  select: SelectionControl<ArticleSummary>
  page: Page<ArticleSummary> | undefined
  /** Share done of what runs now. */
  progress: number | undefined
  /** Without `values` what needs some asks for them. */
  onRun: (action: BulkAction, values?: readonly string[]) => void
}
type Choice = { action: BulkAction; label: string; icon: ReactNode; danger?: boolean }
const size = 14

/** What can be done with the chosen articles: what at least one of them allows. */
export function ArticleBulkBar({ select, page, progress, onRun }: Props) {
  const { t } = useLingui()
  const mayAdd = useAllowed('taxonomy.write') ?? false
  const rows = [...select.selection.rows.values()]
  // Of all that match, only this page is known: what none of it allows is not offered.
  const fits = (action: ArticleAction | 'write') => rows.some(({ can }) => can[action])
  const main: (Choice & { action: ArticleAction & BulkAction })[] = [
    { action: 'submit', label: t`Submit`, icon: <IconSend size={size} /> },
    { action: 'publish', label: t`Publish`, icon: <IconWorldUpload size={size} /> },
    { action: 'schedule', label: t`Schedule…`, icon: <IconCalendarTime size={size} /> },
    { action: 'unpublish', label: t`Unpublish`, icon: <IconArrowBackUp size={size} /> },
    { action: 'archive', label: t`Archive`, icon: <IconArchive size={size} /> },
    { action: 'restore', label: t`Restore as draft`, icon: <IconRestore size={size} /> },
    { action: 'trash', label: t`Move to trash`, icon: <IconTrash size={size} />, danger: true },
  ]
  const busy = progress !== undefined
  return (
    <BulkBar select={select} page={page} most={BULK_MAX}>
      {main
        .filter(({ action }) => fits(action))
        .map(({ action, label, icon, danger }) => (
          <BulkButton
            key={action}
            leftSection={icon}
            disabled={busy}
            {...(danger && { c: 'var(--mantine-color-error)' })}
            onClick={() => onRun(action)}
          >
            {label}
          </BulkButton>
        ))}
      {fits('write') && (
        <>
          <PickButton
            label={t`Add tags`}
            icon={<IconTag size={size} />}
            disabled={busy}
            onApply={(picked) => onRun('addTags', picked)}
          >
            {(value, onChange) => (
              <TagPicker canCreate={mayAdd} most={20} value={value} onChange={onChange} label={t`Tags`} startsFocused />
            )}
          </PickButton>
          <PickButton
            label={t`Set category`}
            icon={<IconFolder size={size} />}
            disabled={busy}
            onApply={(picked) => onRun('setCategory', picked)}
          >
            {(value, onChange) => (
              <CategoryPicker
                canCreate={mayAdd}
                most={1}
                value={value}
                onChange={onChange}
                label={t`Primary category`}
                startsFocused
              />
            )}
          </PickButton>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="compact-sm" variant="default" leftSection={<IconDots size={size} />} disabled={busy}>
                <Trans>More</Trans>
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconUserEdit size={size} />} onClick={() => onRun('setAuthors')}>
                <Trans>Change author…</Trans>
              </Menu.Item>
              <Menu.Item leftSection={<IconStar size={size} />} onClick={() => onRun('feature')}>
                <Trans>Feature</Trans>
              </Menu.Item>
              <Menu.Item leftSection={<IconStarOff size={size} />} onClick={() => onRun('unfeature')}>
                <Trans>Stop featuring</Trans>
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      {busy && <Progress w={120} value={Math.max(5, progress * 100)} aria-label={t`Progress`} animated />}
    </BulkBar>
  )
}

type PickButtonProps = {
  label: string
  icon: ReactNode
  disabled: boolean
  onApply: (ids: string[]) => void
  children: (value: readonly PickerOption[], onChange: (value: PickerOption[]) => void) => ReactNode
}

function PickButton({ label, icon, disabled, onApply, children }: PickButtonProps) {
  const [opened, setOpened] = useState(false)
  const [value, setValue] = useState<readonly PickerOption[]>([])
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withRoles>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={icon}
          disabled={disabled}
          onClick={() => {
            setValue([])
            setOpened(!opened)
          }}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} w={300}>
        <Stack gap="sm">
          {children(value, setValue)}
          <Button
            size="xs"
            disabled={value.length === 0}
            onClick={() => {
              setOpened(false)
              onApply(value.map(({ id }) => id))
            }}
          >
            {label}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
