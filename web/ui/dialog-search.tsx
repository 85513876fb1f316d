import { useLingui } from '@lingui/react/macro'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { isOfComposition } from './composition.ts'
import classes from './picker-dialog.module.css'

type Props = {
  /** “Search albums” */
  label: string
  value: string
  onChange: (value: string) => void
  onEnter?: () => void
}

/** The field that searches in a dialog to choose from; the focus begins there. */
export function DialogSearch({ label, value, onChange, onEnter }: Props) {
  const { t } = useLingui()
  return (
    <TextInput
      role="searchbox"
      inputMode="search"
      className={classes.search ?? ''}
      aria-label={label}
      placeholder={label}
      maxLength={200}
      autoComplete="off"
      data-autofocus
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={value && <CloseButton size="sm" aria-label={t`Clear the search`} onClick={() => onChange('')} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isOfComposition(event.nativeEvent)) onEnter?.()
      }}
    />
  )
}
