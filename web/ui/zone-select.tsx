import { useLingui } from '@lingui/react/macro'
import { Select, type SelectProps } from '@mantine/core'

/** Finds a time zone by what is typed, which replaces the one that is set. Enter takes a match and saves nothing. */
export function ZoneSelect(props: SelectProps) {
  const { t } = useLingui()
  return (
    <Select
      searchable
      allowDeselect={false}
      limit={80}
      selectFirstOptionOnChange
      nothingFoundMessage={t`No such time zone`}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      {...props}
    />
  )
}
