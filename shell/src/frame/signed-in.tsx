import { createBrowserRouter, RouterProvider } from '@polylogue/web-kit/router';
import { loader } from '../slices/loader.js';
import { signedInRoutes } from './signed-in-routes.js';

const router = createBrowserRouter(signedInRoutes(loader));

export default function SignedIn() {
  return <RouterProvider router={router} />;
}
