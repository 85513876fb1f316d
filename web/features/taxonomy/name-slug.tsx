import { Trans } from '@lingui/react/macro'
import { TextInput, type TextInputProps } from '@mantine/core'
import { z } from 'zod'
import { Slug } from '#contract/text.ts'

/** A new name may leave its slug to the server. */
export const TypedSlug = z.union([Slug, z.literal('')])

/** Leaves out what the server is to make. */
export const withoutEmptySlug = <Values extends { slug: string }>({ slug, ...values }: Values) => ({
  ...values,
  ...(slug && { slug }),
})

/** The last part of a name's address on the site. */
export const SlugField = ({ isNew, ...rest }: TextInputProps & { isNew: boolean }) => (
  <TextInput
    description={
      isNew ? (
        <Trans>Left empty, it is made from the name.</Trans>
      ) : (
        <Trans>The old address will lead to the new one.</Trans>
      )
    }
    {...rest}
  />
)
