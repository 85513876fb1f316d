import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './profile.module.css'

type Props = { title: ReactNode; description?: ReactNode; children: ReactNode }

/** A part of the profile: what it is about at the left, its fields at the right. */
export function ProfileSection({ title, description, children }: Props) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <Title order={2} id={id}>
          {title}
        </Title>
        {description && (
          <Text size="sm" c="dimmed" mt={4}>
            {description}
          </Text>
        )}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}
