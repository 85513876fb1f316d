import { useLingui } from '@lingui/react/macro'
import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import type { ListControl } from '../list-state.ts'
import { type Shortcut, useShortcuts } from '../shortcuts.ts'
import classes from './list-frame.module.css'
import { isOfComposition } from '../composition.ts'

type Props = {
  list: ListControl
  label: string
  /** In a dialog, where single keys are no shortcuts: the dialog opens with the focus in it, but where that opens a keyboard on the screen. */
  inDialog?: boolean
}

/** The search of a list. `/` goes there, Enter searches at once, Escape clears and then leaves. */
export function SearchField({ list, label, inDialog = false }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const toSearch: Shortcut = {
    key: '/',
    label: t`Search`,
    run: (event) => {
      // Behind what is done with selected rows: see BulkBar.
      if (input.current?.closest('[inert]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    },
  }
  useShortcuts(inDialog ? [] : [toSearch])
  return (
    <TextInput
      ref={input}
      className={classes.search ?? ''}
      size="xs"
      inputMode="search"
      enterKeyHint="search"
      role="searchbox"
      aria-label={label}
      data-autofocus={(inDialog && matchMedia('(any-hover: hover)').matches) || undefined}
      aria-keyshortcuts={inDialog ? undefined : '/'}
      placeholder={label}
      maxLength={200}
      autoComplete="off"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={
        list.draft ? (
          <CloseButton
            size="sm"
            aria-label={t`Clear the search`}
            onClick={() => {
              list.update({ q: '' }, { replace: true })
              input.current?.focus()
            }}
          />
        ) : (
          !inDialog && (
            <Kbd size="xs" aria-hidden>
              /
            </Kbd>
          )
        )
      }
      value={list.draft}
      onChange={(event) => list.setDraft(event.currentTarget.value)}
      onCompositionStart={() => list.setComposing(true)}
      onCompositionEnd={() => list.setComposing(false)}
      // A screen that is being hidden loses the focus too, but must not act any more.
      onBlur={(event) => event.currentTarget.checkVisibility() && list.flush()}
      onKeyDown={(event) => {
        if (isOfComposition(event.nativeEvent)) return
        if (event.key === 'Enter') list.flush()
        if (event.key === 'Escape') {
          if (list.draft) list.update({ q: '' }, { replace: true })
          else input.current?.blur()
        }
      }}
    />
  )
}
