import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Checkbox, Radio, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { allows, type Role } from '#contract/permissions.ts'
import type { BylineChoice, User } from '#contract/users.ts'
import { paths } from '../../paths.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useBylines } from './user-api.ts'

type Person = { name?: string; email: string; role: Role; byline?: User['byline'] }

/**
 * Whether a person who writes gets an author profile, and which: ticked at first. A profile with the same address is
 * proposed; one with only the same name is offered, because anyone may register under any name.
 */
export function useBylineChoice({ name, email, role, byline }: Person): {
  value: BylineChoice | undefined
  field: ReactNode
} {
  const { t } = useLingui()
  const [wanted, setWanted] = useState(true)
  const [picked, setPicked] = useState<string>()
  const [address] = useDebouncedValue(email, 300)
  const writes = allows(role, 'articles.write')
  const found = useBylines({ email: address, ...(name && { name }) }, writes && !byline)
  if (!writes) return { value: undefined, field: null }
  if (byline)
    return {
      value: undefined,
      field: (
        <Text size="sm">
          <Trans>
            Byline:{' '}
            <Anchor component={ScreenLink} to={paths.author(byline.id)} inherit underline="always">
              {byline.displayName}
            </Anchor>
          </Trans>
        </Text>
      ),
    }
  const items = found.data ?? []
  const proposed = items.find(({ sameEmail }) => sameEmail)?.id ?? 'new'
  const choice = picked === 'new' || items.some(({ id }) => id === picked) ? (picked ?? proposed) : proposed
  return {
    value: wanted ? choice : undefined,
    field: (
      <Stack gap="xs">
        <Checkbox
          label={t`Give this person a byline`}
          description={t`An author profile that is linked to the account. New articles of this person begin with it.`}
          checked={wanted}
          onChange={(event) => setWanted(event.currentTarget.checked)}
        />
        {wanted && items.length > 0 && (
          <Radio.Group label={t`Author profile`} value={choice} onChange={setPicked} ml={30}>
            <Stack gap="xs" mt={6}>
              {items.map(({ id, displayName, sameEmail, uses }) => (
                <Radio
                  key={id}
                  value={id}
                  label={displayName}
                  description={
                    <>
                      {sameEmail ? <Trans>Same e-mail address</Trans> : <Trans>Same name</Trans>}
                      {' · '}
                      <Plural value={uses} one="# article" other="# articles" />
                    </>
                  }
                />
              ))}
              <Radio value="new" label={t`A new profile`} />
            </Stack>
          </Radio.Group>
        )}
      </Stack>
    ),
  }
}
