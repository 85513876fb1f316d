import type { Locale } from '#contract/locale.ts'
import type { Role } from '#contract/permissions.ts'
import { PRODUCT_NAME } from '#contract/settings.ts'
import { zh } from '../../mail/chinese-text.ts'

export type AccountMail =
  | 'reset'
  | 'passwordLinkMade'
  | 'waiting'
  | 'already'
  | 'invitation'
  | 'approved'
  | 'addressChanged'
  | 'secondStepReset'
  | 'appAdded'
  | 'passkeyAdded'
  | 'appRemoved'
  | 'passkeyRemoved'
type Text = { subject: string; text: string }

/** Who invites, and as what. */
export type Invited = { invitedBy: string; role: Role }

/** As the console names them. */
const roleNames: Record<Locale, Record<Role, string>> = {
  en: {
    administrator: 'Administrator',
    editor: 'Editor',
    author: 'Author',
    ad_manager: 'Ad manager',
    viewer: 'Viewer',
  },
  'zh-CN': {
    administrator: '管理员',
    editor: '编辑',
    author: '作者',
    ad_manager: '广告经理',
    viewer: '查看者',
  },
}

/** `name`: of the site, or of the product. */
const texts: Record<Locale, Record<AccountMail, (link: string, name: string, invited: Invited) => Text>> = {
  en: {
    reset: (link, name) => ({
      subject: `Set a new ${name} password`,
      text: `Someone, probably you, asked for a new password.

Open this link to set one. It works once, and for 10 minutes:
${link}

If it was not you, do nothing: your password stays as it is.`,
    }),
    passwordLinkMade: (link, name) => ({
      subject: `A link to set a new ${name} password was made`,
      text: `An administrator made a link to set a new password for your account. It works once, and for 10 minutes. Until it is
used, your password stays as it is.

If you did not ask for this, tell another administrator at once, and sign in here to see whether your password still works:
${link}`,
    }),
    waiting: (link, name) => ({
      subject: `Your ${name} account waits for approval`,
      text: `Thank you for asking for an account at ${link}

An administrator has to approve it. We write to you when that is done.`,
    }),
    already: (link, name) => ({
      subject: `You have a ${name} account already`,
      text: `Someone, probably you, asked for an account with this address. It has one already.

Sign in here, or ask for a new password if you forgot yours:
${link}

If it was not you, do nothing: nothing was changed.`,
    }),
    invitation: (link, name, { invitedBy, role }) => ({
      subject: `${invitedBy} invites you to ${name}`,
      text: `${invitedBy} invites you to ${name} as ${roleNames.en[role]}.

Open this link to make your account. It works once, and for 7 days:
${link}`,
    }),
    approved: (link, name) => ({
      subject: `Your ${name} account is ready`,
      text: `An administrator approved your account. Sign in here:
${link}`,
    }),
    addressChanged: (link, name) => ({
      subject: `The e-mail address of your ${name} account was changed`,
      text: `Your account has another e-mail address now. It signs you in, and gets our mails, from now on; this one does not:
${link}

If you did not ask for this, tell your administrator at once.`,
    }),
    secondStepReset: (link, name) => ({
      subject: 'Your two-step sign-in was removed',
      text: `An administrator removed the two-step sign-in of your ${name} account, and you were signed out everywhere.

Sign in with your password, and set up two-step sign-in again under "Profile":
${link}

If you did not ask for this, tell your administrator at once and change your password.`,
    }),
    appAdded: (link, name) => ({
      subject: `An authenticator app was added to your ${name} account`,
      text: `An authenticator app was set up for signing in to your account. See all your sign-in methods under "Profile":
${link}

If it was not you, remove it there, change your password, and tell your administrator at once.`,
    }),
    passkeyAdded: (link, name) => ({
      subject: `A passkey was added to your ${name} account`,
      text: `A passkey was added to your account. It signs in without a password. See all your sign-in methods under "Profile":
${link}

If it was not you, remove it there, change your password, and tell your administrator at once.`,
    }),
    appRemoved: (link, name) => ({
      subject: `The authenticator app was removed from your ${name} account`,
      text: `The authenticator app of your account was removed. See your remaining sign-in methods under "Profile":
${link}

If it was not you, change your password and tell your administrator at once.`,
    }),
    passkeyRemoved: (link, name) => ({
      subject: `A passkey was removed from your ${name} account`,
      text: `A passkey of your account was removed. See your remaining sign-in methods under "Profile":
${link}

If it was not you, change your password and tell your administrator at once.`,
    }),
  },
  'zh-CN': {
    reset: (link, name) => ({
      subject: zh`设置新的 ${name} 密码`,
      text: zh`有人（很可能是您）申请了新密码。

请打开以下链接设置新密码。链接仅可使用一次，10 分钟内有效：
${link}

如果不是您本人操作，请忽略本邮件，您的密码不会改变。`,
    }),
    passwordLinkMade: (link, name) => ({
      subject: zh`已生成用于设置新 ${name} 密码的链接`,
      text: zh`管理员为您的账号生成了一个设置新密码的链接。链接仅可使用一次，10 分钟内有效；在被使用之前，您的密码不会改变。

如果这不是您要求的，请立即联系其他管理员，并在此登录，确认密码仍然有效：
${link}`,
    }),
    waiting: (link, name) => ({
      subject: zh`您的 ${name} 账号正在等待审批`,
      text: zh`感谢您在 ${link} 申请账号。

账号需由管理员审批，通过后我们会给您发邮件。`,
    }),
    already: (link, name) => ({
      subject: zh`您已有 ${name} 账号`,
      text: zh`有人（很可能是您）用此邮箱申请账号，但该邮箱已注册。

请在此登录；如果忘记密码，可申请重设：
${link}

如果不是您本人操作，请忽略本邮件，账号没有任何变化。`,
    }),
    invitation: (link, name, { invitedBy, role }) => ({
      subject: zh`${invitedBy} 邀请您加入 ${name}`,
      text: zh`${invitedBy} 邀请您以“${roleNames['zh-CN'][role]}”身份加入 ${name}。

请打开以下链接创建账号。链接仅可使用一次，7 天内有效：
${link}`,
    }),
    approved: (link, name) => ({
      subject: zh`您的 ${name} 账号已开通`,
      text: zh`管理员已批准您的账号。请在此登录：
${link}`,
    }),
    addressChanged: (link, name) => ({
      subject: zh`您 ${name} 账号的邮箱地址已更改`,
      text: zh`您的账号已改用另一个邮箱地址。今后请用新地址登录和接收邮件，此地址不再有效：
${link}

如果这不是您要求的，请立即联系管理员。`,
    }),
    secondStepReset: (link, name) => ({
      subject: '您的两步验证已被移除',
      text: zh`管理员移除了您 ${name} 账号的两步验证，您在所有设备上均已退出登录。

请使用密码登录，并在“个人资料”中重新设置两步验证：
${link}

如果这不是您要求的，请立即联系管理员并修改密码。`,
    }),
    appAdded: (link, name) => ({
      subject: zh`您的 ${name} 账号已添加身份验证器应用`,
      text: zh`您的账号已启用身份验证器应用登录。可在“个人资料”中查看全部登录方式：
${link}

如果不是您本人操作，请立即将其移除、修改密码，并通知管理员。`,
    }),
    passkeyAdded: (link, name) => ({
      subject: zh`您的 ${name} 账号已添加通行密钥`,
      text: zh`您的账号已添加一个通行密钥，可用它免密码登录。可在“个人资料”中查看全部登录方式：
${link}

如果不是您本人操作，请立即将其移除、修改密码，并通知管理员。`,
    }),
    appRemoved: (link, name) => ({
      subject: zh`您的 ${name} 账号已移除身份验证器应用`,
      text: zh`您账号的身份验证器应用已被移除。可在“个人资料”中查看现有登录方式：
${link}

如果不是您本人操作，请修改密码，并立即通知管理员。`,
    }),
    passkeyRemoved: (link, name) => ({
      subject: zh`您的 ${name} 账号已移除一个通行密钥`,
      text: zh`您账号的一个通行密钥已被移除。可在“个人资料”中查看现有登录方式：
${link}

如果不是您本人操作，请修改密码，并立即通知管理员。`,
    }),
  },
}

const NOT_INVITED: Invited = { invitedBy: '', role: 'viewer' }

/** What a mail says, in the reader's language. @param name of the site; empty: of the product. @param invited of an invitation */
export const accountMailText = (
  locale: Locale,
  kind: AccountMail,
  link: string,
  name = '',
  invited = NOT_INVITED,
): Text => texts[locale][kind](link, name || PRODUCT_NAME, invited)
