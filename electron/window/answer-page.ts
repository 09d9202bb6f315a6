import { fileHeaders, fileIdOfAddress } from '../pages/file-page.ts';
import { pageHeaders } from '../pages/page-headers.ts';
import { readPage } from '../pages/read-page.ts';
import type { ScreenDesk } from '../rpc/screen-desk.ts';
import { appHost } from './app-scheme.ts';

/** What `app://desk/…` answers: the built screens of `folder`, and files the desk made, as downloads. */
export async function answerPage(
  request: Request,
  folder: string,
  desk: Pick<ScreenDesk, 'takeFile'>,
): Promise<Response> {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.host !== appHost)
    return new Response(null, { status: 404, headers: pageHeaders });
  const id = fileIdOfAddress(url.pathname);
  if (id !== null) {
    const file = await desk.takeFile(id);
    if (!file) return new Response(null, { status: 404, headers: pageHeaders });
    return new Response(file.body, { headers: fileHeaders(file) });
  }
  const page = await readPage(folder, url.pathname);
  return new Response(page.body, { status: page.status, headers: page.headers });
}
