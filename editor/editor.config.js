/*
 * Defaults of the article editor on this site. This file is read before the editor itself, and may be replaced without
 * rebuilding the console. What the console passes itself (translations, uploads) wins over what stands here.
 */
window.CopydeskEditorDefaults = {
  // placeholder: 'Write, or type / for blocks',
  // minHeight: '24rem',
  // embedHosts: ['www.youtube-nocookie.com', 'player.vimeo.com'],
}
