// The list of keys, which ? opens.

import { button, element } from './dom';
import { KEYS } from './keys';

export function help(opener: HTMLButtonElement): void {
  const rows = KEYS.map(([keys, does]) => element('tr', {}, element('th', { scope: 'row' }, keys), element('td', {}, does)));
  const dialog = element(
    'dialog',
    { id: 'keys-help', 'aria-labelledby': 'keys-title' },
    element('h2', { id: 'keys-title' }, 'Keys in the grid'),
    element('table', {}, element('tbody', {}, ...rows)),
    element('div', { class: 'bar' }, button('Close', () => dialog.close())),
  );
  document.body.append(dialog);
  opener.addEventListener('click', () => dialog.showModal());
  document.addEventListener('keydown', (event) => {
    const isText = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (event.key === '?' && !isText && !dialog.open) dialog.showModal();
  });
}
