import classes from './public-screen.module.css'

/** The sheet and pen of the favicon. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return <img src="/favicon.svg" width={size} height={size} alt="" />
}

export function Logo() {
  return (
    <span className={classes.logo}>
      <LogoMark />
      {/* The name of the product is the same in every language. */}
      <span translate="no">{'Copydesk'}</span>
    </span>
  )
}
