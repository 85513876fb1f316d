import classes from './public-screen.module.css'
import { useSite, useSiteName } from './site.ts'

type Props = { size?: number; /** Beside a name in little room. */ narrow?: boolean }

/** The logo of the settings, else the sheet and pen of the favicon. Decoration: the name is beside it. */
export function LogoMark({ size = 28, narrow }: Props) {
  const { logo } = useSite()
  if (!logo) return <img src="/favicon.svg" width={size} height={size} alt="" />
  return <img src={logo.url} height={size} className={classes.mark} data-narrow={narrow} alt="" />
}

export function Logo() {
  const name = useSiteName()
  return (
    <span className={classes.logo}>
      <LogoMark />
      {/* A name is the same in every language. */}
      <span translate="no">{name}</span>
    </span>
  )
}
