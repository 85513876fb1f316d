import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import type { Author } from '#contract/authors.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { Picker } from '../../ui/picker.tsx'
import type { PickerOption } from '../../ui/picker-option.ts'
import { useAllowed, useMe } from '../session/session-api.ts'
import { searchAccounts } from './author-api.ts'

type Props = {
  value: string | null
  onChange: (user: string | null) => void
  /** Whose account was linked when the form was opened. */
  account: Author['account']
  error: string | undefined
  readOnly: boolean
}

/** Whose login this byline belongs to: administrators choose anyone, others only themselves. */
export function AuthorAccount({ value, onChange, account, error, readOnly }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const mayChoose = useAllowed('users.manage') && !readOnly
  const problemText = useProblemText()
  const [picked, setPicked] = useState<PickerOption>()
  const known =
    picked?.id === value ? picked : account?.id === value ? { id: account.id, label: account.name } : undefined
  const description = t`This person may edit the articles under this byline.`
  if (mayChoose)
    return (
      <Picker
        id="author-user"
        label={t`Account`}
        placeholder={t`Find an account`}
        noneText={t`No other accounts yet.`}
        description={description}
        most={1}
        value={value && known ? [known] : []}
        onChange={([option]) => {
          setPicked(option)
          onChange(option?.id ?? null)
        }}
        search={searchAccounts}
        failureText={(failure) => problemText(failure).sentence}
        error={error}
      />
    )
  if (!me || readOnly || (value !== null && value !== me.id))
    return account ? (
      <Text size="sm" id="author-user" tabIndex={-1}>
        <Trans>Account: {account.name}</Trans>
      </Text>
    ) : null
  return (
    <Checkbox
      id="author-user"
      label={t`This is my own byline`}
      description={description}
      checked={value === me.id}
      onChange={(event) => onChange(event.currentTarget.checked ? me.id : null)}
      error={error}
    />
  )
}
