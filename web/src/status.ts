// The line under the grid, which screen readers hear.

import { visible } from './dom';

export type Mood = 'plain' | 'good' | 'bad';
export type Said = (text: string, mood?: Mood) => void;

export function statusLine(node: HTMLElement): Said {
  return (text, mood = 'plain') => {
    node.textContent = visible(text);
    node.dataset['mood'] = mood;
  };
}
