import { Skeleton, Stack } from '@mantine/core'

/** A form before it is loaded, in its true layout. */
export const FormSkeleton = () => (
  <Stack maw={720} mx="auto" p={16} pt={72} aria-hidden>
    <Skeleton height={36} />
    <Skeleton height={36} />
    <Skeleton height={90} />
  </Stack>
)
