/*
 * Lets an addon made for Node-API 10 run on Node-API 9. The addon holds references to strings, but Node-API 9 allows
 * them only to objects, functions and symbols. The copied addon calls these two functions instead of Node's: they wrap
 * any other value in a box, an object that a type tag identifies.
 */
#include <stddef.h>
#include <stdint.h>

typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_ref__ *napi_ref;
typedef int napi_status;
enum { napi_ok = 0 };
enum { napi_symbol = 5, napi_object = 6, napi_external = 8 };
typedef struct { uint64_t lower, upper; } napi_type_tag;

napi_status napi_create_reference(napi_env, napi_value, uint32_t, napi_ref *);
napi_status napi_get_reference_value(napi_env, napi_ref, napi_value *);
napi_status napi_create_object(napi_env, napi_value *);
napi_status napi_typeof(napi_env, napi_value, int *);
napi_status napi_type_tag_object(napi_env, napi_value, const napi_type_tag *);
napi_status napi_check_object_type_tag(napi_env, napi_value, const napi_type_tag *, _Bool *);
napi_status napi_set_named_property(napi_env, napi_value, const char *, napi_value);
napi_status napi_get_named_property(napi_env, napi_value, const char *, napi_value *);

static const napi_type_tag box_tag = {0x5061726365204465, 0x736b20626f786573};
static const char content[] = "content";

napi_status xapi_create_reference(napi_env env, napi_value value, uint32_t count, napi_ref *made) {
  napi_status status;
  napi_value box;
  int type;
  if ((status = napi_typeof(env, value, &type)) != napi_ok) return status;
  if (type >= napi_symbol && type <= napi_external) return napi_create_reference(env, value, count, made);
  if ((status = napi_create_object(env, &box)) != napi_ok) return status;
  if ((status = napi_type_tag_object(env, box, &box_tag)) != napi_ok) return status;
  if ((status = napi_set_named_property(env, box, content, value)) != napi_ok) return status;
  return napi_create_reference(env, box, count, made);
}

napi_status xapi_get_reference_value(napi_env env, napi_ref reference, napi_value *value) {
  napi_status status = napi_get_reference_value(env, reference, value);
  int type;
  _Bool is_box = 0;
  if (status != napi_ok || *value == NULL) return status;
  if (napi_typeof(env, *value, &type) != napi_ok || type != napi_object) return napi_ok;
  if (napi_check_object_type_tag(env, *value, &box_tag, &is_box) != napi_ok || !is_box) return napi_ok;
  return napi_get_named_property(env, *value, content, value);
}
