import { choices } from '../../../../renderer/choices/choices.svelte.ts';
import '../../../../renderer/ui/tokens.css';
import '../../../../renderer/ui/base.css';
import DesignPage from './DesignPage.svelte';
import { mount } from 'svelte';

await choices.start();
document.documentElement.lang = choices.language;
document.documentElement.dataset['theme'] = choices.theme;
document.documentElement.dataset['contrast'] = choices.contrast;
document.title = 'Design';
mount(DesignPage, { target: document.body });
